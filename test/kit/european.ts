// A customer in a region with strong customer authentication: a verified phone and money in EUR.
import { expect } from 'vitest';
import { fund } from './payments.ts';
import type { Rest } from './rest.ts';

/** The sandbox accepts it for every code. */
export const scaCode = '123456';

export interface European {
  readonly customerId: string;
  /** Of the EUR account. */
  readonly accountId: string;
}

let made = 0;

export async function newEuropean(rest: Rest, { amount = 100_000, currencies = ['EUR', 'USD'] } = {}): Promise<European> {
  const body = {
    customerType: 'INDIVIDUAL',
    platformCustomerId: `european-${++made}`,
    region: 'DE',
    currencies,
    email: 'ada@example.com',
    phoneNumber: '+4915112345678',
    fullName: 'Ada Lovelace',
    birthDate: '1990-12-10',
    nationality: 'DE',
    address: { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' },
  };
  const { status, body: customer } = await rest('POST', '/customers', { body });
  expect(status, JSON.stringify(customer)).toBe(201);
  const customerId = customer.id;
  for (const path of ['verify-email', 'verify-phone']) {
    const confirmed = await rest('POST', `/customers/${customerId}/${path}/confirm`, { body: { code: scaCode } });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  }
  const accounts = await rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=${currencies[0]}`);
  const accountId = accounts.body.data[0].id;
  if (amount > 0) await fund(rest, accountId, amount);
  return { customerId, accountId };
}

/** Opens the customer's session. */
export async function logIn(rest: Rest, customerId: string): Promise<void> {
  const { body: started } = await rest('POST', `/sca/login/start?customerId=${customerId}`, { body: { factor: 'SMS_OTP' } });
  const proof = { factor: 'SMS_OTP', challengeId: started.challengeId, code: scaCode, endUserIpAddress: '198.51.100.7' };
  const { status, body } = await rest('POST', `/sca/login/complete?customerId=${customerId}`, { body: proof });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** The last three digits of its IBAN select the outcome of a payout in the sandbox. */
export async function newIban(rest: Rest, customerId: string, suffix = '911'): Promise<string> {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };
  const iban = `DE89370400440532${String(++made).padStart(3, '0')}${suffix}`;
  const body = { customerId, currency: 'EUR', accountInfo: { accountType: 'EUR_ACCOUNT', iban, beneficiary } };
  const { status, body: account } = await rest('POST', '/customers/external-accounts', { body });
  expect(status, JSON.stringify(account)).toBe(201);
  return account.id;
}
