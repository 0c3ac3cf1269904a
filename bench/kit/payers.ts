// Customers with a funded account, each with a bank account to pay to.
import { setTimeout as pause } from 'node:timers/promises';
import { callRepeatedly } from './callers.ts';
import type { Gateway } from './gateway.ts';

export interface Payer {
  /** Public ids. */
  readonly accountId: string;
  readonly bankId: string;
}

/** Of most measurements. */
export const payerCount = 25;

interface Made {
  readonly id: string;
}

export async function makePayers(gateway: Gateway, count: number): Promise<Payer[]> {
  const payers: Payer[] = [];
  await callRepeatedly(payerCount, count, async (number) => payers.push(await makePayer(gateway, number)));
  return payers;
}

async function makePayer({ rest }: Gateway, number: number): Promise<Payer> {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] };
  const { id: customerId } = await rest<Made>('POST', '/customers', body);
  const accountId = await accountOf(rest, customerId);
  await rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1_000_000_000 });
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
  const accountInfo = {
    accountType: 'USD_ACCOUNT',
    accountNumber: `${1000 + number}999`,
    routingNumber: '021000021',
    beneficiary,
  };
  const { id: bankId } = await rest<Made>('POST', '/customers/external-accounts', { customerId, currency: 'USD', accountInfo });
  return { accountId, bankId };
}

/** Accounts are opened after the customer is created. */
async function accountOf(rest: Gateway['rest'], customerId: string): Promise<string> {
  for (;;) {
    const { data } = await rest<{ data: Made[] }>('GET', `/customers/internal-accounts?customerId=${customerId}`);
    if (data[0]) return data[0].id;
    await pause(50);
  }
}
