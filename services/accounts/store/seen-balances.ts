// Balances as this process last saw them, so that a post that runs alone can be decided before it is sent. A statement that relies on one
// compares it with the row.
import { rowKey } from '../../kit/core/ids.ts';
import { RecentMap } from '../../kit/core/recent-map.ts';
import type { Holding } from '../domain/ledger.ts';
import type { KnownAccount } from './known-accounts.ts';
import type { RowKey } from './ledger-statements.ts';

export interface SeenBalance {
  readonly holding: Holding;
  /** Absent for house accounts. */
  readonly account: KnownAccount | undefined;
}

export class SeenBalances {
  readonly #seen = new RecentMap<string, Seen>(seenMax);

  /** Undefined if one was not seen, or another process also changes one. */
  findAll(keys: readonly RowKey[]): SeenBalance[] | undefined {
    const found = keys.flatMap((key) => this.#seen.get(rowKey(key)) ?? []);
    return found.length === keys.length && !found.some(({ isShared }) => isShared) ? found : undefined;
  }

  clear(): void {
    this.#seen.clear();
  }

  /** After a commit. `before`: the balance as it was found. */
  note(before: Holding, after: SeenBalance): void {
    const key = rowKey(before);
    const left = this.#seen.get(key)?.holding;
    this.#seen.set(key, { ...after, isShared: left !== undefined && !isSame(left, before) });
  }
}

interface Seen extends SeenBalance {
  /** When it was last read, another process had changed it. */
  readonly isShared: boolean;
}

const seenMax = 10_000;

function isSame(one: Holding, other: Holding): boolean {
  return (
    one.available === other.available &&
    one.held === other.held &&
    one.pendingIn === other.pendingIn &&
    one.version === other.version
  );
}
