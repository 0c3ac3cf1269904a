// The main job, step by step, over REST.
import { expect } from 'vitest';
import { patienceMs } from './patience.ts';
import type { Rest } from './rest.ts';

export interface Payer {
  readonly customerId: string;
  /** Of the USD account. */
  readonly accountId: string;
}

/** A customer with money. */
export async function makePayer(rest: Rest, amount = 100_000, currencies: readonly string[] = ['USD']): Promise<Payer> {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies };
  const { id: customerId } = await made(rest, '/customers', body);
  const list = await rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
  const accountId = list.body.data[0].id;
  await fund(rest, accountId, amount);
  return { customerId, accountId };
}

export async function fund(rest: Rest, accountId: string, amount: number): Promise<void> {
  const { status, body } = await rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount } });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** A foreign bank account; its last three digits select the outcome of a payout in the sandbox. */
export async function makePayee(rest: Rest, customerId: string, suffix = '911'): Promise<string> {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' };
  const accountInfo = { accountType: 'GBP_ACCOUNT', sortCode: '200000', accountNumber: `55779${suffix}`, beneficiary };
  const { id } = await made(rest, '/customers/external-accounts', { customerId, currency: 'GBP', accountInfo });
  return id;
}

/** A domestic bank account with payouts that take six minutes. */
export async function makeSlowPayee(rest: Rest, customerId: string): Promise<string> {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: '55779003', routingNumber: '021000021', beneficiary };
  const { id } = await made(rest, '/customers/external-accounts', { customerId, currency: 'USD', accountInfo });
  return id;
}

/** A domestic bank account of a business, as production accepts it. */
export const businessBank = {
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber: '123456789',
    routingNumber: '021000021',
    beneficiary: {
      beneficiaryType: 'BUSINESS',
      legalName: 'Hopper Inc.',
      taxId: '12-3456789',
      address: { line1: '1 Main Street', city: 'New York', state: 'NY', postalCode: '10001', country: 'US' },
    },
  },
};

export interface Path {
  readonly from: string;
  readonly to: string;
  readonly amount?: number;
}

/** The body of a request for a quote. */
export function quoteBody({ from, to, amount = 1_000 }: Path) {
  return {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
  };
}

export interface QuoteBody {
  readonly id: string;
  readonly status: string;
  readonly transactionId: string;
  readonly totalReceivingAmount: number;
}

export async function makeQuote(rest: Rest, path: Path): Promise<QuoteBody> {
  return (await made(rest, '/quotes', quoteBody(path))) as QuoteBody & { id: string };
}

/** Available and total, in minor units. */
export async function balancesOf(rest: Rest, { customerId, accountId }: Payer): Promise<{ available: number; total: number }> {
  const { body } = await rest('GET', `/customers/internal-accounts?customerId=${customerId}`);
  const account = body.data.find(({ id }: { id: string }) => id === accountId);
  return { available: account.balance.amount, total: account.totalBalance.amount };
}

async function made(rest: Rest, path: string, body: object): Promise<{ id: string }> {
  const answer = await rest('POST', path, { body });
  expect(answer.status, `POST ${path}: ${JSON.stringify(answer.body)}`).toBe(201);
  return answer.body;
}

/** Polls until the answer matches; fails with the last answer if it never does. */
export async function eventually<T>(
  read: () => Promise<T> | T,
  isExpected: (answer: T) => boolean,
  withinMs = patienceMs,
): Promise<T> {
  for (const until = performance.now() + withinMs; ; ) {
    const answer = await read();
    if (isExpected(answer)) return answer;
    if (performance.now() > until) throw new Error(`It never came: ${JSON.stringify(answer)?.slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
