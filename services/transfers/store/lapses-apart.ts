// Removal of expired quotes where the tables are distributed: one transaction for each platform, and one for the mark, which is on the coordinator.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { inTransaction } from '../../kit/storage/in-transaction.ts';
import { tablesOf } from '../../kit/storage/tables.ts';
import { addCountChanges, type CountChange } from './count-changes.ts';
import { AuditMarkRecord } from './records.ts';

/** Transactions to check. */
export interface ExpiredPage {
  /** Exclusive id. */
  readonly before: string;
  readonly limit: number;
}

interface Key {
  readonly platformId: string;
  readonly id: string;
}

/** As `removeExpired`. If it ends early, the next one checks the same transactions again. */
export async function removeExpiredApart(db: Queryable, { before, limit }: ExpiredPage): Promise<number> {
  const mark = tablesOf(AuditMarkRecord).selectFrom('audit_mark').select('after_id').where('walk', '=', 'expired');
  const [{ after_id: after } = { after_id: firstId }] = await db.query(mark);
  const page = await db.query(sql<Key>`
    select platform_id as "platformId", id from transaction where id > ${after} and id < ${before}
    order by id fetch first ${limit} rows with ties`);
  for (const [platformId, own] of Map.groupBy(page, (key) => key.platformId))
    await inTransaction(db, (tx) => removeOf(tx, platformId, own));
  const last = page.at(-1);
  if (last)
    await db.query(sql`
      insert into audit_mark (walk, after_id) values ('expired', ${last.id})
      on conflict (walk) do update set after_id = greatest(audit_mark.after_id, excluded.after_id)`);
  return page.length;
}

async function removeOf(tx: Queryable, platformId: string, keys: readonly Key[]): Promise<void> {
  const ids = keys.map(({ id }) => id);
  const gone = await tx.query(sql<CountChange['of']>`
    delete from transaction where platform_id = ${platformId} and id = any(${ids}::uuid[]) and state = 'EXPIRED' and attempt = 0
    returning platform_id, owner, kind, created_at`);
  await addCountChanges(
    tx,
    gone.map((of) => ({ of, was: 'EXPIRED', became: null })),
  );
}

const firstId = '00000000-0000-0000-0000-000000000000';
