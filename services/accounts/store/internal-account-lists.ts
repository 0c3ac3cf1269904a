// Lists of internal accounts, and their totals.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import type { AccountType, InternalAccountState } from './internal-account-row.ts';

/** The filter of a list, for one platform. */
export interface InternalAccountFilter {
  readonly platformId: string;
  readonly customerId?: string | undefined;
  /** uuids. Requires a customer. */
  readonly among?: readonly string[] | undefined;
  readonly currency?: string | undefined;
  readonly type?: AccountType | undefined;
}

/** An account without coordinates. */
export interface UnissuedAccount {
  readonly platformId: string;
  readonly id: string;
}

export function internalAccountLists(db: Queryable) {
  const found = (rest: RawBuilder<unknown>) => db.query(sql<InternalAccountState>`${selection} ${rest}`);

  return {
    /** Up to `limit` accounts of customers after a position, newest first. */
    listOfCustomers: (filter: InternalAccountFilter, { limit, after }: { limit: number; after?: Position | undefined }) =>
      found(sql`
        where ${matches(filter)} and account.customer_id is not null
          and ${after ? sql`(account.created_at, account.id) < (${after.createdAt}, ${after.id})` : sql`true`}
        order by account.created_at desc, account.id desc limit ${limit}`),

    listOfPlatform: (filter: InternalAccountFilter) =>
      found(sql`where ${matches(filter)} and account.customer_id is null order by account.created_at desc, account.id desc`),

    /** Active accounts of any platform without coordinates, ordered by platform and id. */
    withoutCoordinates: (after: UnissuedAccount | undefined, limit: number) =>
      db.query(sql<UnissuedAccount>`
        select platform_id as "platformId", id from internal_account
        where coordinates_due and status in ('ACTIVE', 'FROZEN')
          and ${after ? sql`(platform_id, id) > (${after.platformId}::uuid, ${after.id}::uuid)` : sql`true`}
        order by platform_id, id limit ${limit}`),

    async countOfCustomers(filter: InternalAccountFilter): Promise<bigint> {
      const [row] = await db.query(sql<{ count: bigint }>`${filter.customerId ? counting(filter) : counted(filter)}`);
      return row?.count ?? 0n;
    },
  };
}

/** An account with its balances. */
export const selection = sql`
  select account.id, account.platform_id as "platformId", account.customer_id as "customerId", account.type, account.currency,
    account.status, account.serial, account.funding::text as funding, account.private_enabled as "privateEnabled", account.revision,
    account.coordinates_due as "coordinatesDue",
    account.created_at as "createdAt", balance.available, balance.held, balance.pending_in as "pendingIn", balance.version,
    balance.changed_at as "updatedAt"
  from internal_account account join balance on balance.platform_id = account.platform_id and balance.id = account.id`;

function matches({ platformId, customerId, among, currency, type }: InternalAccountFilter): RawBuilder<boolean> {
  const terms = [sql`account.platform_id = ${platformId}`];
  if (customerId !== undefined) terms.push(sql`account.customer_id = ${customerId}`);
  if (among !== undefined) terms.push(sql`account.id = any(${among}::uuid[])`);
  if (currency !== undefined) terms.push(sql`account.currency = ${currency}`);
  if (type !== undefined) terms.push(sql`account.type = ${type}`);
  return sql<boolean>`${sql.join(terms, sql` and `)}`;
}

/** A customer has at most a few dozen accounts. */
const counting = (filter: InternalAccountFilter) => sql`
  select count(*) as count from internal_account account where ${matches(filter)}`;

const counted = (filter: InternalAccountFilter) => sql`
  select coalesce(sum(count), 0)::bigint as count from internal_account_count account where ${matches(filter)}`;
