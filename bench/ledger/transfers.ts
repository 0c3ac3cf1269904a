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

export function nextTransfer(aim: Aim): Transfer {
  const from = randomInt(2, accountCount + 1);
  const to = aim === 'hot' ? 1 : (from + randomInt(0, accountCount - 1)) % accountCount;
  return { from: accountId(from), to: accountId(aim === 'hot' ? 1 : to + 1), amount: randomInt(1, 100) };
}
