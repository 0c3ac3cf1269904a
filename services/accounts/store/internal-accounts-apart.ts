// Opens internal accounts where the tables are distributed by platform: in statements with constants, which one server runs.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto } from '../../kit/storage/tables.ts';
import { InternalAccountRecord } from './account-records.ts';
import type { NewInternalAccount } from './internal-account-row.ts';
import { BalanceRecord } from './ledger-records.ts';

/** The number of parameters of a statement is limited to 65,535. */
const rowsMax = 1_000;

/** Must be called in a transaction. */
export async function openApart(db: Queryable, accounts: readonly NewInternalAccount[]): Promise<void> {
  for (let at = 0; at < accounts.length; at += rowsMax) {
    const opened = await insertAccounts(db, accounts.slice(at, at + rowsMax));
    if (opened.length === 0) continue;
    await insertBalances(db, opened);
    await countCustomers(db, opened);
  }
}

/** Without those that their owner already has. */
async function insertAccounts(db: Queryable, accounts: readonly NewInternalAccount[]): Promise<NewInternalAccount[]> {
  const rows = accounts.map((account) => ({
    platform_id: account.platformId,
    id: account.id,
    customer_id: account.customerId,
    type: account.type,
    currency: account.currency,
    status: account.status,
    serial: account.serial,
    funding: account.funding,
    coordinates_due: account.coordinatesDue,
    private_enabled: account.privateEnabled,
    created_at: account.createdAt,
  }));
  const inserted = await db.query(
    insertInto(InternalAccountRecord, rows)
      .onConflict((conflict) => conflict.columns(['platform_id', 'customer_id', 'type', 'currency']).doNothing())
      .returning('id'),
  );
  const ids = new Set(inserted.map(({ id }) => id));
  return accounts.filter(({ id }) => ids.has(id));
}

async function insertBalances(db: Queryable, opened: readonly NewInternalAccount[]): Promise<void> {
  const rows = opened.map(({ platformId, id, currency, createdAt }) => ({
    platform_id: platformId,
    id,
    kind: 'INTERNAL' as const,
    subaccount: '',
    currency,
    never_negative: true,
    changed_at: createdAt,
  }));
  await db.query(insertInto(BalanceRecord, rows));
}

/** As for tables on one server: the part of the count depends on the customer. */
async function countCustomers(db: Queryable, opened: readonly NewInternalAccount[]): Promise<void> {
  const keys = opened.flatMap(({ currency, type, customerId }) =>
    customerId === null ? [] : [[currency, type, partOf(customerId)].join(' ')],
  );
  for (const [key, same] of Map.groupBy(keys.sort(), (own) => own)) {
    const [currency, type, part] = key.split(' ');
    await db.query(sql`
      insert into internal_account_count as known (platform_id, currency, type, part, count)
      values (${opened[0]?.platformId}, ${currency}, ${type}, ${part}, ${same.length})
      on conflict (platform_id, currency, type, part) do update set count = known.count + excluded.count`);
  }
}

/** The last four bits. */
const partOf = (customerId: string) => Number.parseInt(customerId.slice(-1), 16);
