// The directory of device codes and access tokens: which platform a secret is of. A row whose secret was never used is harmless.
import { RecentMap } from '../../kit/core/recent-map.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { SecretRecord } from './records.ts';

export interface SecretDirectory {
  /** Undefined for an unknown secret. */
  platformOf(hash: Uint8Array): Promise<string | undefined>;
  /** Reserves a secret for a platform, before it is used. False if it exists. */
  claim(hash: Uint8Array, platformId: string): Promise<boolean>;
}

/** A secret stays with its platform, so its platform is read once. */
export function secretDirectory(db: Queryable): SecretDirectory {
  const known = new RecentMap<string, string>(knownMax);
  return {
    async platformOf(hash) {
      const name = Buffer.from(hash).toString('hex');
      const platformId = known.get(name) ?? (await read(hash));
      if (platformId !== undefined) known.set(name, platformId);
      return platformId;
    },
    async claim(hash, platformId) {
      const insert = insertInto(SecretRecord, [{ hash: Buffer.from(hash), platform_id: platformId }]);
      return (await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('hash'))).length === 1;
    },
  };

  async function read(hash: Uint8Array): Promise<string | undefined> {
    const directory = tables.selectFrom('secret_directory').select('platform_id');
    const [row] = await db.query(directory.where('hash', '=', Buffer.from(hash)));
    return row?.platform_id;
  }
}

const knownMax = 10_000;
const tables = tablesOf(SecretRecord);
