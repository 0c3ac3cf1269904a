// Balances as this process last saw or wrote them, so that journals can be decided before they are sent. A statement that relies on one compares
// it with the row.
import { balancesOf } from '../domain/journal.ts';
import type { Holding, Holdings } from '../domain/ledger.ts';
import { ByRow } from './by-row.ts';
import type { KnownAccount } from './known-accounts.ts';
import type { Claim, RowKey } from './ledger-statements.ts';
import { debtsRepaidIn } from './repaid-debts.ts';

export interface SeenBalance {
  readonly holding: Holding;
  /** Absent for house accounts. */
  readonly account: KnownAccount | undefined;
}

/** A balance on which a decision relies. */
export interface Relied extends SeenBalance {
  readonly seen: Seen;
}

/** The posts whose balances were seen, those balances, and the other posts. */
export interface Sorted<Item> {
  readonly sure: Item[];
  readonly relied: Relied[];
  readonly others: Item[];
}

export class SeenBalances {
  #recent = new ByRow<Seen>();
  #older = new ByRow<Seen>();
  #recentCount = 0;

  /** A post that shares a balance with an earlier one of the others is one of them, so that it is decided after that. */
  sort<Item extends Pick<Claim, 'journal'>>(items: readonly Item[]): Sorted<Item> {
    const [sure, others] = [[] as Item[], [] as Item[]];
    const [relied, later] = [new ByRow<Relied>(), new ByRow<true>()];
    for (const item of items) {
      const { platformId } = item.journal;
      const named = balancesOf(item.journal).map((id) => ({ platformId, id }));
      const keys = [...named, ...this.#debtsIn(item)];
      const found = keys.flatMap((key) => (later.get(key) ? [] : (this.#find(key) ?? [])));
      const isSure = found.length === keys.length && !found.some(({ isShared }) => isShared);
      (isSure ? sure : others).push(item);
      if (isSure) for (const seen of found) relied.set(seen.expected, { seen, holding: seen.expected, account: seen.account });
      else for (const key of keys) later.set(key, true);
    }
    return { sure, relied: relied.values(), others };
  }

  /** Before the statement that writes these balances: what it leaves if it succeeds. */
  expect(relied: readonly Relied[], after: Holdings): void {
    for (const { seen, holding } of relied) seen.expected = after.get(holding.platformId)?.get(holding.id) ?? holding;
  }

  /** The statement has succeeded. */
  confirm(relied: readonly Relied[], after: Holdings): void {
    for (const { seen, holding } of relied) seen.confirmed = after.get(holding.platformId)?.get(holding.id) ?? holding;
  }

  /** The statement has written nothing. Neither have those that relied on it. */
  restore(relied: readonly Relied[]): void {
    for (const { seen } of relied) seen.expected = seen.confirmed;
  }

  /** After a transaction with locks. `before`: the balance as it was found. */
  note(before: Holding, { holding, account }: SeenBalance): void {
    const seen = this.#find(before);
    const isShared = seen !== undefined && !isSame(seen.confirmed, before);
    const now = { confirmed: holding, expected: holding, account, isShared };
    if (seen) Object.assign(seen, now);
    else this.#add(before, now);
  }

  /** Of accounts that were not seen, the debts are not known either. */
  #debtsIn(item: Pick<Claim, 'journal'>): RowKey[] {
    const { platformId } = item.journal;
    const debts = debtsRepaidIn([item], (key) => this.#find(key)?.account);
    return debts.map(({ account }) => ({ platformId, id: account.balanceId }));
  }

  #find(key: RowKey): Seen | undefined {
    const recent = this.#recent.get(key);
    if (recent) return recent;
    const older = this.#older.get(key);
    if (older) this.#add(key, older);
    return older;
  }

  /** What was not used while others filled a generation is forgotten. */
  #add(key: RowKey, seen: Seen): void {
    if (this.#recentCount++ === generationMax) {
      this.#older = this.#recent;
      this.#recent = new ByRow();
      this.#recentCount = 1;
    }
    this.#recent.set(key, seen);
  }
}

export interface Seen {
  /** As it was last read, or written by a commit. */
  confirmed: Holding;
  /** After the statements that were sent. */
  expected: Holding;
  account: KnownAccount | undefined;
  /** When it was last read, another process had changed it. */
  isShared: boolean;
}

const generationMax = 10_000;

function isSame(one: Holding, other: Holding): boolean {
  return (
    one.available === other.available &&
    one.held === other.held &&
    one.pendingIn === other.pendingIn &&
    one.version === other.version
  );
}
