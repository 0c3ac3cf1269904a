// A map by rows of platforms: a fork of a platform has the same ids. For batches, because a key of both ids would have to be joined and hashed
// for each access.
import type { RowKey } from './ledger-statements.ts';

export class ByRow<T> {
  readonly #platforms = new Map<string, Map<string, T>>();

  get({ platformId, id }: RowKey): T | undefined {
    return this.#platforms.get(platformId)?.get(id);
  }

  set({ platformId, id }: RowKey, value: T): void {
    const own = this.#platforms.get(platformId);
    if (own) own.set(id, value);
    else this.#platforms.set(platformId, new Map([[id, value]]));
  }

  values(): T[] {
    return [...this.#platforms.values()].flatMap((own) => [...own.values()]);
  }
}

export function byRow<Row extends RowKey>(rows: readonly Row[]): ByRow<Row> {
  const map = new ByRow<Row>();
  for (const row of rows) map.set(row, row);
  return map;
}
