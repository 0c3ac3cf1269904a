// Reusable journals, and the account afterwards.
import { expect } from 'vitest';
import { available, held, type house, type Platform } from './accounts-world.ts';

/** Moves an amount from one account to another. */
export const move = (from: Leg['account'], to: Leg['account'], amount: bigint, currency = 'USD') => [
  { account: from, currency, amount: -amount },
  { account: to, currency, amount },
];
export type Leg = { account: ReturnType<typeof available> | ReturnType<typeof house>; currency: string; amount: bigint };

export const hold = (accountId: string, amount: bigint) => move(available(accountId), held(accountId), amount);

/** What an account shows. */
export async function balancesOf(platform: Platform, accountId: string) {
  const { accounts } = await platform.directory.getAccounts({ ids: [`InternalAccount:${accountId}`] });
  const account = accounts[0]?.kind;
  if (account?.case !== 'internal') throw new Error('The account is gone.');
  return { balance: account.value.balance?.amount, totalBalance: account.value.totalBalance?.amount };
}

/** The audit finds nothing. */
export async function soundBooks(platform: Platform) {
  const { findings } = await platform.ledger.audit({});
  expect(findings).toEqual([]);
}
