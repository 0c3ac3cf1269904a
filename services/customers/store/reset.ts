// The reset of a sandbox platform in this service: jobs delete the files of its customers.
import { sql } from 'kysely';
import { jobRows } from '../../kit/background/jobs.ts';
import type { PlatformReset } from '../../kit/service/platform-reset.ts';
import type { Queryable } from '../../kit/storage/database.ts';

export const reset: PlatformReset = {
  keeps: [],
  around: async (remove, { db, caller, now: runAt, requestId }) => {
    const keys = await blobsOf(db).keys(caller.platformId);
    await remove();
    const inRealTime = { ...caller, clockOffsetMs: 0 };
    const jobOf = (blobKey: string) => ({
      kind: 'discard-blob',
      key: blobKey,
      caller: inRealTime,
      payload: { blobKey },
      runAt,
      requestId,
    });
    await jobRows(db).addMany(keys.map(jobOf));
  },
};

/** The blobs of documents and uploads. */
export function blobsOf(db: Queryable) {
  return {
    keys: async (platformId: string): Promise<string[]> => {
      const rows = await db.query(sql<{ key: string }>`
        select unnest(blob_keys) as key from document where platform_id = ${platformId}
        union select blob_key from upload_part where platform_id = ${platformId}`);
      return rows.map(({ key }) => key);
    },
  };
}
