// The transfers of a run, the same for the ledger and its references.
import { randomInt } from 'node:crypto';
import { accountCount, accountId } from './accounts.ts';

export interface Transfer {
  /** uuids. */
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}

/** `spread` over all accounts, or from any account to the `hot` one. */
export type Aim = 'spread' | 'hot';

/** Number of the account before the first one of each. The ledger would have to read balances again that others have changed. */
export const accountsBefore = { ledger: 0, references: accountCount } as const;

export function nextTransfer(aim: Aim, user: keyof typeof accountsBefore): Transfer {
  const from = randomInt(2, accountCount + 1);
  const to = aim === 'hot' ? 1 : 1 + ((from + randomInt(0, accountCount - 1)) % accountCount);
  const idOf = (number: number) => accountId(accountsBefore[user] + number);
  return { from: idOf(from), to: idOf(to), amount: randomInt(1, 100) };
}
