// The reset of a sandbox platform in this service. Processes remember which house accounts exist, so their balances are set to zero.
import { sql } from 'kysely';
import type { PlatformReset } from '../../kit/service/platform-reset.ts';
import type { Queryable } from '../../kit/storage/database.ts';

export const reset: PlatformReset = {
  keeps: ['balance', 'counterparty_rules', 'audit_mark'],
  around: async (remove, { db, caller: { platformId }, now }) => {
    const balances = platformBalances(db);
    await balances.lock(platformId); // posts in progress end first
    await remove();
    await balances.removeInternal(platformId);
    await balances.clearHouses(platformId, now);
  },
};

export function platformBalances(db: Queryable) {
  return {
    /** In the order in which posts lock them. */
    lock: async (platformId: string): Promise<void> => {
      await db.query(sql`select 1 from balance where platform_id = ${platformId} order by id for update`);
    },
    removeInternal: async (platformId: string): Promise<void> => {
      await db.query(sql`delete from balance where platform_id = ${platformId} and kind = 'INTERNAL'`);
    },
    clearHouses: async (platformId: string, now: Date): Promise<void> => {
      await db.query(sql`
        update balance set available = 0, held = 0, pending_in = 0, version = version + 1, changed_at = ${now}
        where platform_id = ${platformId} and kind <> 'INTERNAL'`);
    },
  };
}
