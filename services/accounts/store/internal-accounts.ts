// Internal accounts in the database: creation and status changes.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gatheredReads } from '../../kit/storage/gathered.ts';
import { internalAccountLists, selection } from './internal-account-lists.ts';
import type { InternalAccountRow, InternalAccountState, NewInternalAccount } from './internal-account-row.ts';
import { openApart } from './internal-accounts-apart.ts';

export interface HeldAccounts {
  /** For accounts other than wallets. */
  readonly currencies: ReadonlySet<string>;
  readonly hasWallet: boolean;
}

export interface NewPrivacy extends Pick<InternalAccountRow, 'platformId' | 'id'> {
  readonly privateEnabled: boolean;
  readonly at: Date;
}

export function internalAccountRows(db: Queryable) {
  const byId = readerById(db);
  return {
    ...internalAccountLists(db),

    /** The existing accounts of owners. Null stands for the platform. */
    async heldBy(platformId: string, owners: readonly (string | null)[]): Promise<Map<string | null, HeldAccounts>> {
      const rows = await db.query(sql<HeldRow>`
        select customer_id as "customerId", currency, type from internal_account
        where platform_id = ${platformId}
          and (customer_id = any(${owners}::uuid[]) or (customer_id is null and ${owners.includes(null)}))`);
      const byOwner = Map.groupBy(rows, ({ customerId }) => customerId);
      return new Map([...byOwner].map(([owner, own]) => [owner, heldIn(own)]));
    },

    /** Unused serial numbers. */
    async takeSerials(count: number): Promise<bigint[]> {
      const rows = await db.query(sql<{ serial: bigint }>`
        select nextval('internal_account_serial') as serial from generate_series(1, ${count})`);
      return rows.map(({ serial }) => serial);
    },

    /** Opens accounts with their balances and counts them. Skips accounts that the owner already has. */
    open: (accounts: readonly NewInternalAccount[]): Promise<void> => (db.isDistributed ? openApart : openTogether)(db, accounts),

    /** Accounts of the platform by id. Concurrent reads are gathered. */
    async findAll(platformId: string, ids: readonly string[]): Promise<InternalAccountState[]> {
      const rows = await Promise.all([...new Set(ids)].map((id) => byId({ platformId, id })));
      return rows.filter((row) => row !== undefined);
    },

    /** The same, and locks them until the transaction ends. */
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

    /** Writes the mutable fields of an account whose balance is locked, and the version of its latest event. */
    async change(account: InternalAccountState): Promise<void> {
      const { platformId, id, status, funding, coordinatesDue, privateEnabled, version, updatedAt } = account;
      await db.query(sql`
        with account as (
          update internal_account
          set status = ${status}, funding = ${funding}::json, coordinates_due = ${coordinatesDue},
            private_enabled = ${privateEnabled}, revision = revision + 1
          where platform_id = ${platformId} and id = ${id}
        )
        update balance set version = ${version}, changed_at = ${updatedAt} where platform_id = ${platformId} and id = ${id}`);
    },

    setPrivate: async (privacy: NewPrivacy): Promise<void> => void (await db.query(settingPrivate(privacy))),
  };
}

/** One statement: the lock of the balance comes first, as in transactions. An account that is as private as requested does not change. */
const settingPrivate = ({ platformId, id, privateEnabled, at }: NewPrivacy) => sql`
  with locked as (
    select id from balance where platform_id = ${platformId} and id = ${id} for no key update
  ), account as (
    update internal_account set private_enabled = ${privateEnabled}, revision = revision + 1
    from locked
    where internal_account.platform_id = ${platformId} and internal_account.id = ${id}
      and private_enabled is distinct from ${privateEnabled}
    returning internal_account.id
  )
  update balance set changed_at = ${at} from account where balance.platform_id = ${platformId} and balance.id = ${id}`;

const readerById = (db: Queryable) =>
  gatheredReads<Pick<InternalAccountState, 'platformId' | 'id'>, InternalAccountState>({
    read: (keys) => {
      const [platforms, ids] = [keys.map(({ platformId }) => platformId), keys.map(({ id }) => id)];
      if (db.isDistributed)
        return db.query(sql<InternalAccountState>`
          ${selection} where account.platform_id = ${platforms[0]}::uuid and account.id = any(${ids}::uuid[])`);
      return db.batch(sql<InternalAccountState>`
        ${selection} join unnest(${platforms}::uuid[], ${ids}::uuid[]) as wanted (platform_id, id)
          on account.platform_id = wanted.platform_id and account.id = wanted.id`);
    },
    nameOf: ({ platformId, id }) => `${platformId} ${id}`,
    apart: apartBy(db, ({ platformId }) => platformId),
  });

type HeldRow = Pick<InternalAccountRow, 'customerId' | 'currency' | 'type'>;

function heldIn(rows: readonly HeldRow[]): HeldAccounts {
  const ordinary = rows.filter(({ type }) => type !== 'EMBEDDED_WALLET');
  return {
    currencies: new Set(ordinary.map(({ currency }) => currency)),
    hasWallet: ordinary.length < rows.length,
  };
}

async function openTogether(db: Queryable, accounts: readonly NewInternalAccount[]): Promise<void> {
  const rows = JSON.stringify(accounts.map((account) => ({ ...account, serial: String(account.serial) })));
  await db.query(sql`
    with opened as (
      insert into internal_account
        (platform_id, id, customer_id, type, currency, status, serial, funding, coordinates_due, private_enabled, created_at)
      select "platformId", id, "customerId", type, currency, status, serial, funding::json, "coordinatesDue", "privateEnabled", "createdAt"
      from json_to_recordset(${rows}::json) new ("platformId" uuid, id uuid, "customerId" uuid, type text, currency text, status text,
        serial bigint, funding text, "coordinatesDue" boolean, "privateEnabled" boolean, "createdAt" timestamptz)
      order by "customerId", currency
      on conflict (platform_id, customer_id, type, currency) do nothing
      returning *
    ), balances as (
      insert into balance (platform_id, id, kind, currency, never_negative, changed_at)
      select platform_id, id, 'INTERNAL', currency, true, created_at from opened
    )
    insert into internal_account_count as known (platform_id, currency, type, part, count)
    select platform_id, currency, type, get_byte(uuid_send(customer_id), 15) & 15 as part, count(*)
    from opened where customer_id is not null group by platform_id, currency, type, part order by currency, type, part
    on conflict (platform_id, currency, type, part) do update set count = known.count + excluded.count`);
}
