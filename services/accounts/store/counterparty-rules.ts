// Which platforms are subject to counterparty rules.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

export function counterpartyRules(db: Queryable) {
  return {
    async apply(platformId: string): Promise<boolean> {
      const [row] = await db.query(sql<{ applies: boolean }>`
        select applies from counterparty_rules where platform_id = ${platformId}`);
      return row?.applies ?? false;
    },

    async set(platformId: string, applies: boolean): Promise<void> {
      await db.query(sql`
        insert into counterparty_rules (platform_id, applies) values (${platformId}, ${applies})
        on conflict (platform_id) do update set applies = excluded.applies`);
    },
  };
}
