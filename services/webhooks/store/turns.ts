// Who may decide about a resource's order, or about a platform's places, right now: locks that end with the transaction.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';

const classes = { resource: 0x77680001, platform: 0x77680002, keys: 0x77680003 };

/**
 * Waits until nobody else decides about these. A statement of its own, before the deciding one: what the other one did must be
 * in the snapshot. Taken in one order, so that no two wait for each other.
 */
export async function takeTurn(db: Queryable, kind: keyof typeof classes, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.query(sql`
    select pg_advisory_xact_lock(${classes[kind]}::int, hash)
    from (select distinct hashtext(name) as hash from unnest(${names}::text[]) as name order by 1) as turns`);
}
