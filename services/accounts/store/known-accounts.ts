// Internal accounts as this process last read them. Their payment instructions are most of a row, and of the work to read it, and change rarely:
// a batch reads only the marks of known accounts.
import type { PoolClient } from 'pg';
import { rowKey } from '../../kit/core/ids.ts';
import { RecentMap } from '../../kit/core/recent-map.ts';
import { type ByRow, byRow } from './by-row.ts';
import { landed } from './flight.ts';
import type { InternalAccountRow } from './internal-account-row.ts';
import { type RowKey, readAccounts, readMarks } from './ledger-statements.ts';

/** They differ between versions of a row. The revision alone does not, because a restored account has an earlier one again. */
export interface AccountMarks extends Pick<InternalAccountRow, 'platformId' | 'id' | 'revision' | 'status' | 'privateEnabled'> {
  readonly fundingHash: bigint;
}

export interface KnownAccount extends InternalAccountRow, AccountMarks {}

export class KnownAccounts {
  readonly #known = new RecentMap<string, KnownAccount>(knownMax);

  /** As it was last read. */
  recall(key: RowKey): KnownAccount | undefined {
    return this.#known.get(rowKey(key));
  }

  /** The accounts with these keys, as they are in the transaction. Sends its first statements at once; a third one reads changed accounts. */
  async read(client: PoolClient, keys: readonly RowKey[]): Promise<ByRow<KnownAccount>> {
    const known = byRow(keys.flatMap((key) => this.recall(key) ?? []));
    const [marked, others] = [[] as RowKey[], [] as RowKey[]];
    for (const key of keys) (known.get(key) ? marked : others).push(key);
    const [marks, read] = await landed([
      marked.length > 0 ? client.query<AccountMarks>(readMarks(marked)) : undefined,
      others.length > 0 ? client.query<KnownAccount>(readAccounts(others)) : undefined,
    ]);
    const accounts = byRow(read?.rows ?? []);
    const changed: RowKey[] = [];
    for (const found of marks?.rows ?? []) {
      const row = known.get(found);
      if (row && hasMarks(row, found)) accounts.set(row, row);
      else changed.push(found);
    }
    const again = changed.length > 0 ? (await client.query<KnownAccount>(readAccounts(changed))).rows : [];
    for (const row of again) accounts.set(row, row);
    for (const row of [...(read?.rows ?? []), ...again]) this.#known.set(rowKey(row), row);
    return accounts;
  }
}

const knownMax = 10_000;

function hasMarks(row: KnownAccount, marks: AccountMarks): boolean {
  return (
    row.revision === marks.revision &&
    row.status === marks.status &&
    row.privateEnabled === marks.privateEnabled &&
    row.fundingHash === marks.fundingHash
  );
}
