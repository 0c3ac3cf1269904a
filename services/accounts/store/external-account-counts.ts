// Counts of external accounts: per owner, and per platform and currency. Updated in the commit of the change.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { unnest } from '../../kit/storage/tables.ts';
import type { NewExternalAccount, Owner } from '../domain/external/external-account.ts';
import type { ExternalAccountFilter } from './external-account-filter.ts';
import type { Placed } from './external-account-history.ts';
import { ExternalAccountCountRecord } from './external-account-records.ts';

export function externalAccountCounts(db: Queryable) {
  return {
    /** Counts a new account, and locks its owner. Returns why the owner may not have it. */
    claimPlace: (account: NewExternalAccount, accountsMax: number) => claimPlace(db, account, accountsMax),

    /** Serializes all changes to an owner's accounts. */
    async lockOwnerOf(platformId: string, id: string): Promise<void> {
      await db.query(sql`
        select 1 from external_account_owner owner join external_account account using (platform_id, owner_id)
        where platform_id = ${platformId} and account.id = ${id} for update of owner`);
    },

    /** Prevents further accounts of a customer. */
    async close(owner: Required<Owner>, closedAt: Date): Promise<void> {
      await db.query(sql`
        insert into external_account_owner as owner (platform_id, owner_id, accounts, closed_at)
        values (${owner.platformId}, ${owner.customerId}, 0, ${closedAt})
        on conflict (platform_id, owner_id) do update set closed_at = coalesce(owner.closed_at, excluded.closed_at)`);
    },

    /** The customers among these that may have no further accounts. */
    async closedAmong(platformId: string, customerIds: readonly string[]): Promise<Set<string>> {
      const rows = await db.query(sql<{ id: string }>`
        select owner_id as id from external_account_owner
        where platform_id = ${platformId} and owner_id = any(${[...customerIds]}::uuid[]) and closed_at is not null`);
      return new Set(rows.map(({ id }) => id));
    },

    /** Subtracts deleted accounts of one owner, which is locked. */
    forget: (platformId: string, removed: readonly RemovedRow[]) => forget(db, platformId, removed),

    async of(filter: ExternalAccountFilter): Promise<bigint> {
      const [row] = await db.query(sql<{ total: bigint }>`select coalesce(${counting(filter)}, 0)::bigint as total`);
      return row?.total ?? 0n;
    },
  };
}

/** A newly deleted account. */
export interface RemovedRow extends Placed {
  readonly owner_id: string;
  readonly currency: string;
}

type Unplaced = { readonly kind: 'limit' | 'closed' };

async function claimPlace(db: Queryable, account: NewExternalAccount, accountsMax: number): Promise<Unplaced | undefined> {
  const { platformId, currency, id } = account;
  const ownerId = ownerOf(account);
  const [claimed] = await db.query(sql`
    insert into external_account_owner as owner (platform_id, owner_id, accounts) values (${platformId}, ${ownerId}, 1)
    on conflict (platform_id, owner_id) do update set accounts = owner.accounts + 1
      where owner.accounts < ${accountsMax} and owner.closed_at is null
    returning 1`);
  if (claimed) {
    await add(db, platformId, [{ currency, part: partOf(id), accounts: 1 }]);
    return undefined;
  }
  const [owner] = await db.query(sql<{ is_closed: boolean }>`
    select closed_at is not null as is_closed from external_account_owner
    where platform_id = ${platformId} and owner_id = ${ownerId}`);
  return { kind: owner?.is_closed ? 'closed' : 'limit' };
}

async function forget(db: Queryable, platformId: string, removed: readonly RemovedRow[]): Promise<void> {
  const [first] = removed;
  if (!first) return;
  await db.query(sql`
    update external_account_owner set accounts = accounts - ${removed.length}::int
    where platform_id = ${platformId} and owner_id = ${first.owner_id}`);
  await add(db, platformId, summed(removed));
}

async function add(db: Queryable, platformId: string, changes: readonly Change[]): Promise<void> {
  const rows = changes.map(({ currency, part, accounts }) => ({
    platform_id: platformId,
    currency,
    part,
    accounts: BigInt(accounts),
  }));
  await db.query(sql`
    insert into external_account_count as counted (platform_id, currency, part, accounts)
    select * from ${unnest(ExternalAccountCountRecord, ['platform_id', 'currency', 'part', 'accounts'], rows)} order by currency, part
    on conflict (platform_id, currency, part) do update set accounts = counted.accounts + excluded.accounts`);
}

interface Change {
  readonly currency: string;
  readonly part: number;
  readonly accounts: number;
}

/** An owner has at most a thousand accounts, so those of one currency are counted by index. */
function counting({ platformId, ownerId, currency }: ExternalAccountFilter) {
  if (ownerId === undefined) {
    return sql`(select sum(accounts) from external_account_count
      where platform_id = ${platformId} ${currency === undefined ? sql`` : sql`and currency = ${currency}`})`;
  }
  if (currency === undefined) {
    return sql`(select accounts from external_account_owner where platform_id = ${platformId} and owner_id = ${ownerId})`;
  }
  return sql`(select count(*) from external_account where platform_id = ${platformId} and owner_id = ${ownerId}
    and currency = ${currency} and deleted_at is null)`;
}

const parts = 8;

/** The last digit of an id is random. */
function partOf(id: string): number {
  return Number.parseInt(id.slice(-1), 16) % parts;
}

function summed(removed: readonly RemovedRow[]): Change[] {
  const byCounter = Map.groupBy(removed, ({ id, currency }) => `${currency} ${partOf(id)}`);
  return [...byCounter.values()].flatMap((rows) =>
    rows.slice(0, 1).map(({ id, currency }) => ({ currency, part: partOf(id), accounts: -rows.length })),
  );
}

function ownerOf({ platformId, customerId }: Owner): string {
  return customerId ?? platformId;
}
