// The keys that sign webhooks. Private halves are sealed.
import { sql } from 'kysely';
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';

export interface SigningKeyRow {
  readonly id: string;
  readonly environment: Environment;
  /** PEM. */
  readonly publicKey: string;
  readonly privateKey: Buffer;
  readonly createdAt: Date;
  readonly notBefore: Date;
}

export function signingKeyRows(db: Queryable) {
  return {
    list(environment: Environment): Promise<SigningKeyRow[]> {
      return db.query(sql<SigningKeyRow>`
        select id, environment, public_key as "publicKey", private_key as "privateKey",
          created_at as "createdAt", not_before as "notBefore"
        from signing_key where environment = ${environment}`);
    },

    /** Reads the keys while nobody else adds one. To be called in a transaction. */
    async listForAddition(environment: Environment): Promise<SigningKeyRow[]> {
      await db.query(sql`select pg_advisory_xact_lock(hashtext('webhook signing keys'), hashtext(${environment}))`);
      return this.list(environment);
    },

    async insert({ id, environment, publicKey, privateKey, createdAt, notBefore }: SigningKeyRow): Promise<void> {
      await db.query(sql`
        insert into signing_key (id, environment, public_key, private_key, created_at, not_before)
        values (${id}, ${environment}, ${publicKey}, ${privateKey}, ${createdAt}, ${notBefore})`);
    },

    async remove(ids: readonly string[]): Promise<void> {
      await db.query(sql`delete from signing_key where id = any(${ids}::uuid[])`);
    },
  };
}
