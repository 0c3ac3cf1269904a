// Internal accounts in the database: their coming, their changes of state, and their lists.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';
import type { Position } from '../../kit/page.ts';
import type { AccountStatus } from '../domain/account-status.ts';
import type { AccountType, InternalAccountRow, InternalAccountState } from './internal-account-row.ts';

/** An account about to be opened. */
export interface NewInternalAccount extends Omit<InternalAccountRow, 'revision'> {
  readonly reference: string;
}

/** Which accounts a list shows, of one platform. */
export interface InternalAccountFilter {
  readonly platformId: string;
  readonly customerId?: string | undefined;
  readonly currency?: string | undefined;
  readonly type?: AccountType | undefined;
}

export type InternalAccountRows = ReturnType<typeof internalAccountRows>;

export function internalAccountRows(db: Queryable) {
  const found = (rest: RawBuilder<unknown>) => db.query(sql<InternalAccountState>`${selection} ${rest}`);

  return {
    /** The currencies in which an owner has an account that is not a wallet; of a customer with a closed account: undefined. */
    async heldCurrencies(platformId: string, customerId: string | null): Promise<Set<string> | undefined> {
      const rows = await db.query(sql<{ currency: string; status: AccountStatus }>`
        select currency, status from internal_account
        where platform_id = ${platformId} and customer_id is not distinct from ${customerId}::uuid and type <> 'EMBEDDED_WALLET'`);
      if (rows.some(({ status }) => status === 'CLOSED')) return undefined;
      return new Set(rows.map(({ currency }) => currency));
    },

    /** Numbers that no account has had. */
    async takeSerials(count: number): Promise<bigint[]> {
      const rows = await db.query(sql<{ serial: bigint }>`
        select nextval('internal_account_serial') as serial from generate_series(1, ${count})`);
      return rows.map(({ serial }) => serial);
    },

    /** Opens accounts with their balances and counts them. One that the owner has already is passed over. */
    open: async (accounts: readonly NewInternalAccount[]): Promise<void> => void (await db.query(opening(accounts))),

    /** Accounts of the platform by id. */
    findAll: (platformId: string, ids: readonly string[]) =>
      found(sql`where account.platform_id = ${platformId} and account.id = any(${[...ids]}::uuid[])`),

    /** The same, and nobody else moves or changes them until the transaction ends. */
    async lockAll(platformId: string, ids: readonly string[]): Promise<InternalAccountState[]> {
      await db.query(sql`
        select from balance where platform_id = ${platformId} and id = any(${[...ids]}::uuid[]) order by id for no key update`);
      return this.findAll(platformId, ids);
    },

    async idsOfCustomer(platformId: string, customerId: string): Promise<string[]> {
      const rows = await db.query(sql<{ id: string }>`
        select id from internal_account where platform_id = ${platformId} and customer_id = ${customerId}`);
      return rows.map(({ id }) => id);
    },

    /** Up to `limit` accounts of customers behind a position, newest first. */
    listOfCustomers: (filter: InternalAccountFilter, { limit, after }: { limit: number; after?: Position | undefined }) =>
      found(sql`
        where ${matches(filter)} and account.customer_id is not null
          and ${after ? sql`(account.created_at, account.id) < (${after.createdAt}, ${after.id})` : sql`true`}
        order by account.created_at desc, account.id desc limit ${limit}`),

    listOfPlatform: (filter: InternalAccountFilter) =>
      found(sql`where ${matches(filter)} and account.customer_id is null order by account.created_at desc, account.id desc`),

    async countOfCustomers(filter: InternalAccountFilter): Promise<bigint> {
      const [row] = await db.query(sql<{ count: bigint }>`${filter.customerId ? counting(filter) : counted(filter)}`);
      return row?.count ?? 0n;
    },

    /** Writes status and funding of an account whose balance is locked, and the version that its events reach with it. */
    async change({ id, status, funding, version, updatedAt }: InternalAccountState): Promise<void> {
      await db.query(sql`
        with account as (
          update internal_account set status = ${status}, funding = ${funding}::json, revision = revision + 1 where id = ${id}
        )
        update balance set version = ${version}, changed_at = ${updatedAt} where id = ${id}`);
    },
  };
}

const selection = sql`
  select account.id, account.platform_id as "platformId", account.customer_id as "customerId", account.type, account.currency,
    account.status, account.serial, account.funding::text as funding, account.private_enabled as "privateEnabled", account.revision,
    account.created_at as "createdAt", balance.available, balance.held, balance.pending_in as "pendingIn", balance.version,
    balance.changed_at as "updatedAt"
  from internal_account account join balance on balance.id = account.id`;

function matches({ platformId, customerId, currency, type }: InternalAccountFilter): RawBuilder<boolean> {
  const terms = [sql`account.platform_id = ${platformId}`];
  if (customerId !== undefined) terms.push(sql`account.customer_id = ${customerId}`);
  if (currency !== undefined) terms.push(sql`account.currency = ${currency}`);
  if (type !== undefined) terms.push(sql`account.type = ${type}`);
  return sql<boolean>`${sql.join(terms, sql` and `)}`;
}

/** A customer has a few dozen accounts at most. */
const counting = (filter: InternalAccountFilter) => sql`
  select count(*) as count from internal_account account where ${matches(filter)}`;

const counted = (filter: InternalAccountFilter) => sql`
  select coalesce(sum(count), 0)::bigint as count from internal_account_count account where ${matches(filter)}`;

function opening(accounts: readonly NewInternalAccount[]): RawBuilder<unknown> {
  const rows = JSON.stringify(accounts.map((account) => ({ ...account, serial: String(account.serial) })));
  return sql`
    with opened as (
      insert into internal_account
        (id, platform_id, customer_id, type, currency, status, reference, serial, funding, private_enabled, created_at)
      select id, "platformId", "customerId", type, currency, status, reference, serial, funding::json, "privateEnabled", "createdAt"
      from json_to_recordset(${rows}::json) new (id uuid, "platformId" uuid, "customerId" uuid, type text, currency text, status text,
        reference text, serial bigint, funding text, "privateEnabled" boolean, "createdAt" timestamptz)
      order by currency
      on conflict (platform_id, customer_id, type, currency) do nothing
      returning *
    ), balances as (
      insert into balance (id, platform_id, kind, currency, never_negative, changed_at)
      select id, platform_id, 'INTERNAL', currency, true, created_at from opened
    )
    insert into internal_account_count as known (platform_id, currency, type, count)
    select platform_id, currency, type, 1 from opened where customer_id is not null order by currency, type
    on conflict (platform_id, currency, type) do update set count = known.count + excluded.count`;
}
