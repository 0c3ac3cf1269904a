// The private key that clients of wallets trust: one per environment, encrypted.
import { sql } from 'kysely';
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';

export type QuorumKeys = ReturnType<typeof quorumKeys>;

const placeOf = (environment: string): Place => ({ purpose: 'wallet quorum key', row: environment });

export function quorumKeys(db: Queryable, secrets: Secrets) {
  return {
    /** 32 bytes. */
    async find(environment: Environment): Promise<Buffer | undefined> {
      const [row] = await db.query(
        sql<{ key: Buffer }>`select private_key as key from quorum_key where environment = ${environment}`,
      );
      return row && secrets.open(row.key, placeOf(environment));
    },

    /** One that is there already stays. */
    async insert(environment: Environment, scalar: Uint8Array): Promise<void> {
      await db.query(sql`
        insert into quorum_key (environment, private_key) values (${environment}, ${secrets.seal(scalar, placeOf(environment))})
        on conflict (environment) do nothing`);
    },
  };
}

export const sealedQuorumKeys: SealedColumn = {
  table: 'quorum_key',
  column: 'private_key',
  key: { environment: 'text' },
  place: ({ environment = '' }) => placeOf(environment),
};
