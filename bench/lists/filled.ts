// Hundreds of thousands of external accounts: of many customers, in four currencies, a second apart.
import type { Client } from 'pg';
import type { ExternalAccountFilter } from '../../services/accounts/store/external-account-filter.ts';
import type { Position } from '../../services/kit/messages/page.ts';
import type { Counting } from './buffers.ts';

export interface Filled {
  readonly platformId: string;
  /**
   * Accounts of the customer with the most accounts: the same number at each size, far enough apart that no two share a page of the table.
   */
  readonly customerId: string;
}

const filled: Filled = {
  platformId: '00000000-0000-7000-8000-000000000001',
  customerId: '00000000-0000-7000-8000-000000000002',
};

/** Number of accounts of every other customer. */
const perCustomer = 20;
const ofLargest = 100;

/** Empties the tables and fills them again, including counters, as creates would. */
export async function fillAccounts(client: Client, count: number): Promise<Filled> {
  const { platformId, customerId } = filled;
  await client.query('truncate external_account, external_account_owner, external_account_count, personal_key');
  await client.query(
    `insert into external_account (id, platform_id, customer_id, status, currency, account_type, details, identity, name_check,
       created_at)
     select gen_random_uuid(), $1, case when number % $4 = 0 then $2::uuid
         else ('00000000-0000-7000-9000-' || lpad(to_hex(number * 7919 % ($3 / $5)), 12, '0'))::uuid end,
       2, (array['USD', 'EUR', 'GBP', 'MXN'])[1 + (number + number / $4) % 4], 'usdAccount', decode(repeat(md5(number::text), 8), 'hex'),
       decode(md5(number::text), 'hex'), 1, timestamptz '2026-01-01' + number * interval '1 second'
     from generate_series(0, $3::bigint - 1) number`,
    [platformId, customerId, count, count / ofLargest, perCustomer],
  );
  await client.query(`insert into external_account_owner (platform_id, owner_id, accounts)
    select platform_id, owner_id, count(*) from external_account group by platform_id, owner_id`);
  await client.query(`insert into external_account_count (platform_id, currency, part, accounts)
    select platform_id, currency, part, count(*) / 8 from external_account, generate_series(0, 7) part
    group by platform_id, currency, part`);
  await client.query(`insert into personal_key (platform_id, customer_id, key)
    select distinct platform_id, customer_id, decode(repeat('00', 64), 'hex') from external_account`);
  await client.query('vacuum analyze');
  return filled;
}

/** The start of the first, middle and last page, after a row or none. */
export async function positionsIn(read: Counting['read'], filter: ExternalAccountFilter, pageRows: number) {
  const { platformId, ownerId = null, currency = null } = filter;
  const matching = `from external_account where platform_id = $1 and ($2::uuid is null or owner_id = $2)
    and ($3::text is null or currency = $3) and deleted_at is null`;
  const values = [platformId, ownerId, currency];
  const [{ count } = { count: 0 }] = await read.rows<{ count: number }>(`select count(*)::int as count ${matching}`, values);
  const behind = async (rows: number): Promise<Position | undefined> => {
    const [row] = await read.rows<{ created_at: Date; id: string }>(
      `select created_at, id ${matching} order by created_at desc, id desc offset $4 limit 1`,
      [...values, rows - 1],
    );
    return row && { createdAt: new Date(row.created_at), id: row.id };
  };
  return { first: undefined, middle: await behind(Math.floor(count / 2)), last: await behind(count - pageRows) };
}
