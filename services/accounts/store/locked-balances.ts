// Balances that transactions of this process have locked. Others wait for them, because what they would rely on changes.
import type { ByRow } from './by-row.ts';
import type { RowKey } from './ledger-statements.ts';

interface Running {
  readonly balances: Pick<ByRow<RowKey>, 'get'>;
  readonly end: Promise<unknown>;
}

export class LockedBalances {
  readonly #running = new Set<Running>();

  /** Runs work that locks these balances. */
  async during<T>(balances: Running['balances'], work: () => Promise<T>): Promise<T> {
    const result = work();
    const running = { balances, end: result.catch(() => undefined) };
    this.#running.add(running);
    try {
      return await result;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Waits until none of these is locked. */
  async released(keysOf: () => readonly RowKey[]): Promise<void> {
    while (this.#running.size > 0) {
      const keys = keysOf();
      const met = [...this.#running].filter(({ balances }) => keys.some((key) => balances.get(key)));
      if (met.length === 0) return;
      await Promise.all(met.map(({ end }) => end));
    }
  }
}
