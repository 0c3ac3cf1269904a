// The keys that sign webhooks. Private keys are sealed.
import { sql } from 'kysely';
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { SigningKeyRecord } from './records.ts';

export interface SigningKey {
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
    async list(environment: Environment): Promise<SigningKey[]> {
      const rows = await db.query(tables.selectFrom('signing_key').selectAll().where('environment', '=', environment));
      return rows.map(({ public_key, private_key, created_at, not_before, ...key }) => ({
        ...key,
        publicKey: public_key,
        privateKey: private_key,
        createdAt: created_at,
        notBefore: not_before,
      }));
    },

    /** Reads the keys and locks them against additions. Must be called in a transaction. */
    async listForAddition(environment: Environment): Promise<SigningKey[]> {
      await db.query(sql`select pg_advisory_xact_lock(hashtext('webhook signing keys'), hashtext(${environment}))`);
      return this.list(environment);
    },

    async insert({ id, environment, publicKey, privateKey, createdAt, notBefore }: SigningKey): Promise<void> {
      const times = { created_at: createdAt, not_before: notBefore };
      await db.query(
        insertInto(SigningKeyRecord, [{ id, environment, public_key: publicKey, private_key: privateKey, ...times }]),
      );
    },

    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await db.query(tables.deleteFrom('signing_key').where('id', 'in', ids));
    },
  };
}

const tables = tablesOf(SigningKeyRecord);
