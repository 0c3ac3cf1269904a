// The private key that clients of wallets trust: one per environment, encrypted.
import { sql } from 'kysely';
import type { Environment } from '../../kit/caller.ts';
import type { Queryable } from '../../kit/database.ts';
import type { Secrets } from '../../kit/secrets.ts';

export type QuorumKeys = ReturnType<typeof quorumKeys>;

const purpose = 'wallet quorum key';

export function quorumKeys(db: Queryable, secrets: Secrets) {
  return {
    /** 32 bytes. */
    async find(environment: Environment): Promise<Buffer | undefined> {
      const [row] = await db.query(
        sql<{ key: Buffer }>`select private_key as key from quorum_key where environment = ${environment}`,
      );
      return row && secrets.open(row.key, purpose);
    },

    /** One that is there already stays. */
    async insert(environment: Environment, scalar: Uint8Array): Promise<void> {
      await db.query(sql`
        insert into quorum_key (environment, private_key) values (${environment}, ${secrets.seal(scalar, purpose)})
        on conflict (environment) do nothing`);
    },
  };
}
