// The private key that wallet clients trust: one per environment, sealed.
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { QuorumKeyRecord } from './wallet-records.ts';

export type QuorumKeys = ReturnType<typeof quorumKeys>;

const placeOf = (environment: string): Place => ({ purpose: 'wallet quorum key', row: environment });

export function quorumKeys(db: Queryable, secrets: Secrets) {
  return {
    /** 32 bytes. */
    async find(environment: Environment): Promise<Buffer | undefined> {
      const [row] = await db.query(tables.selectFrom('quorum_key').select('private_key').where('environment', '=', environment));
      return row && secrets.open(row.private_key, placeOf(environment));
    },

    /** Keeps an existing one. */
    async insert(environment: Environment, scalar: Uint8Array): Promise<void> {
      const insert = insertInto(QuorumKeyRecord, [{ environment, private_key: secrets.seal(scalar, placeOf(environment)) }]);
      await db.query(insert.onConflict((conflict) => conflict.doNothing()));
    },
  };
}

const tables = tablesOf(QuorumKeyRecord);

export const sealedQuorumKeys: SealedColumn = {
  table: 'quorum_key',
  column: 'private_key',
  key: { environment: 'text' },
  place: ({ environment = '' }) => placeOf(environment),
};
