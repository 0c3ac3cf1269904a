// Copies of a sandbox platform in this service: a fork has no names and no webhook endpoint of the original.
import { sql } from 'kysely';
import type { PlatformCopy } from '../../kit/service/platform-copy.ts';
import type { Queryable } from '../../kit/storage/database.ts';

export const copy: PlatformCopy = {
  leaves: {
    clock_advance: 'the clock stands while a copy is made',
    snapshot: 'the snapshots of the original',
    logged_request: 'the requests to the original',
    request_count: 'their number',
  },
  complete: async ({ db, platformId, targetId }) => {
    if (targetId !== platformId) await forkedPlatforms(db).begin({ platformId, forkId: targetId });
    db.notify('callers');
  },
};

export function forkedPlatforms(db: Queryable) {
  return {
    begin: async ({ platformId, forkId }: { platformId: string; forkId: string }): Promise<void> => {
      await db.query(sql`
        update platform set uma_domain = null, proxy_uma_subdomain = null, webhook_endpoint = null, forked_from = ${platformId}::uuid
        where platform_id = ${forkId}`);
    },
  };
}
