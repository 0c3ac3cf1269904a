// The directory of device codes and access tokens: which platform a secret is of. A row whose secret was never used is harmless.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { SecretRecord } from './records.ts';

export interface SecretDirectory {
  /** Undefined for an unknown secret. */
  platformOf(hash: Uint8Array): Promise<string | undefined>;
  /** Reserves a secret for a platform, before it is used. False if it exists. */
  claim(hash: Uint8Array, platformId: string): Promise<boolean>;
}

export function secretDirectory(db: Queryable): SecretDirectory {
  return {
    async platformOf(hash) {
      const directory = tables.selectFrom('secret_directory').select('platform_id');
      const [row] = await db.query(directory.where('hash', '=', Buffer.from(hash)));
      return row?.platform_id;
    },
    async claim(hash, platformId) {
      const insert = insertInto(SecretRecord, [{ hash: Buffer.from(hash), platform_id: platformId }]);
      return (await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('hash'))).length === 1;
    },
  };
}

const tables = tablesOf(SecretRecord);
