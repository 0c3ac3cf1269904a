// External accounts in the database. Their counts change in the same commit.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gatheredReads } from '../../kit/storage/gathered.ts';
import { personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import { unnest } from '../../kit/storage/tables.ts';
import { accountsMax, type ExternalAccount, type NewExternalAccount, type Owner } from '../domain/external/external-account.ts';
import { externalAccountCounts, type RemovedRow } from './external-account-counts.ts';
import { type ExternalAccountFilter, matches } from './external-account-filter.ts';
import { ExternalAccountRecord } from './external-account-records.ts';
import { type ExternalAccountRow, hashedIdentity, insertion, toAccount } from './external-account-row.ts';

export function externalAccountRows(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...writes(db, secrets), eraseAllOf: (owner: Required<Owner>) => eraseAllOf(db, owner) };
}

const selection = (platformId?: string) =>
  sql`select account.*, ${personalKeyColumn('account', 'customer_id', platformId)} from external_account account`;

function reads(db: Queryable, secrets: Secrets) {
  const found = async (platformId: string, where: RawBuilder<unknown>, rest = sql``): Promise<ExternalAccount[]> => {
    const rows = await db.query(sql<ExternalAccountRow>`
      ${selection(platformId)} where account.platform_id = ${platformId} and ${where} ${rest}`);
    return rows.map((row) => toAccount(row, secrets)).filter((account) => account !== undefined);
  };
  const byId = gatheredReads<Pick<ExternalAccountRow, 'platform_id' | 'id'>, ExternalAccountRow>({
    read: (keys) =>
      db.batch(sql<ExternalAccountRow>`
        ${selection(db.isDistributed ? keys[0]?.platform_id : undefined)} join ${unnest(ExternalAccountRecord, ['platform_id', 'id'], keys)}
          on account.platform_id = new.platform_id and account.id = new.id`),
    nameOf: ({ platform_id: platformId, id }) => `${platformId} ${id}`,
    apart: apartBy(db, ({ platform_id: platformId }) => platformId),
  });
  const one = (id: string) => sql`account.id = ${id} and account.deleted_at is null`;

  return {
    /** An account of the platform, unless it was deleted. */
    find: async (platformId: string, id: string): Promise<ExternalAccount | undefined> => (await found(platformId, one(id)))[0],

    /** The external account for a customer's UMA payments. */
    findUmaDefault: async ({ platformId, customerId }: Required<Owner>): Promise<ExternalAccount | undefined> => {
      const [account] = await found(
        platformId,
        sql`account.owner_id = ${customerId} and account.is_uma_default and account.deleted_at is null`,
      );
      return account;
    },

    /** Like `find`, and locks the account until the transaction ends. */
    lock: async (platformId: string, id: string): Promise<ExternalAccount | undefined> =>
      (await found(platformId, one(id), sql`for update of account`))[0],

    /** Accounts of the platform by id, including deleted ones, but not erased ones. Concurrent reads are gathered. */
    findAll: async (platformId: string, ids: readonly string[]): Promise<ExternalAccount[]> => {
      const rows = await Promise.all([...new Set(ids)].map((id) => byId({ platform_id: platformId, id })));
      return rows.flatMap((row) => (row && toAccount(row, secrets)) ?? []);
    },

    /** All accounts of a customer, including deleted ones, but not erased ones. */
    allOf: ({ platformId, customerId }: Required<Owner>) =>
      found(
        platformId,
        sql`account.owner_id = ${customerId} and account.details is not null`,
        sql`order by account.created_at, account.id`,
      ),

    /** Up to `limit` accounts after a position, newest first. */
    list: (filter: ExternalAccountFilter, { limit, after }: { limit: number; after?: Position | undefined }) =>
      found(
        filter.platformId,
        sql`${matches(filter)} ${after ? sql`and (account.created_at, account.id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}`,
        sql`order by account.created_at desc, account.id desc limit ${limit}`,
      ),

    /** The total of a list. */
    count: (filter: ExternalAccountFilter): Promise<bigint> => externalAccountCounts(db).of(filter),
  };
}

/** The result of adding an account. */
export type Added =
  | { readonly kind: 'added' }
  /** The owner has an account with these coordinates: `existingId`, which equals this id when the same call runs again. */
  | { readonly kind: 'duplicate'; readonly existingId: string }
  | { readonly kind: 'limit' }
  | { readonly kind: 'closed' };

/** All of these require a transaction. */
function writes(db: Queryable, secrets: Secrets) {
  const counts = externalAccountCounts(db);
  const keys = personalKeys(db, secrets);
  const remove = (which: RawBuilder<boolean>, deletedAt: Date) =>
    db.query(sql<RemovedRow>`
      update external_account set deleted_at = ${deletedAt}, is_uma_default = false, version = version + 1
      where ${which} and deleted_at is null
      returning id, platform_id as "platformId", owner_id, currency, status`);

  return {
    /** Roll back the transaction unless the result is `added`. */
    async add(account: NewExternalAccount): Promise<Added> {
      const [identity, ...formerIdentities] = secrets.macs(hashedIdentity(account));
      const sealerOf = await keys.sealers([account]);
      const added = await db.query(insertion(account, identity, sealerOf(account)));
      if (added.length === 0) return { kind: 'duplicate', existingId: await existing(db, account, identity) };
      const refused = await counts.claimPlace(account, accountsMax);
      const duplicateId = await duplicateOf(db, account, formerIdentities);
      if (duplicateId !== undefined) return { kind: 'duplicate', existingId: duplicateId };
      if (refused) return refused;
      if (account.becomesUmaDefault) await makeUmaDefault(db, account);
      return { kind: 'added' };
    },

    /** For a locked account. */
    async changeStatus({ platformId, id, status, version }: ExternalAccount): Promise<void> {
      await db.query(sql`
        update external_account set status = ${status}, version = ${version} where platform_id = ${platformId} and id = ${id}`);
    },

    /** For a locked account. */
    async changeTrust({ platformId, id, trustedAt }: ExternalAccount): Promise<void> {
      await db.query(sql`
        update external_account set trusted_at = ${trustedAt ?? null} where platform_id = ${platformId} and id = ${id}`);
    },

    /** Like `lock`, and locks the owner too. Required before a deletion. */
    async lockWithOwner(platformId: string, id: string): Promise<ExternalAccount | undefined> {
      await counts.lockOwnerOf(platformId, id);
      return reads(db, secrets).lock(platformId, id);
    },

    /** Returns the deleted account. Undefined if it does not exist any more. */
    async remove(platformId: string, id: string, deletedAt: Date): Promise<readonly RemovedRow[]> {
      const removed = await remove(sql`platform_id = ${platformId} and id = ${id}`, deletedAt);
      await counts.forget(platformId, removed);
      return removed;
    },

    closedAmong: counts.closedAmong,

    /** Deletes all accounts of a customer, and prevents new ones. Repeatable. */
    async removeAllOf(owner: Required<Owner>, deletedAt: Date): Promise<readonly RemovedRow[]> {
      await counts.close(owner, deletedAt);
      const removed = await remove(sql`platform_id = ${owner.platformId} and owner_id = ${owner.customerId}`, deletedAt);
      await counts.forget(owner.platformId, removed);
      return removed;
    },
  };
}

/** Erases the coordinates of a customer's deleted accounts. Transactions and histories keep their references. */
async function eraseAllOf(db: Queryable, { platformId, customerId }: Required<Owner>): Promise<void> {
  const isDeleted = sql<boolean>`platform_id = ${platformId} and owner_id = ${customerId} and deleted_at is not null`;
  await db.query(sql`
    update ownership_challenge set message = null
    where platform_id = ${platformId}
      and account_id in (select id from external_account where ${isDeleted} and details is not null)`);
  await db.query(sql`
    update external_account set details = null, verified_name = null, platform_account_id = null, identity = ''
    where ${isDeleted} and details is not null`);
}

/** Replaces the current default. The owner is locked, so that only one account becomes the default. */
async function makeUmaDefault(db: Queryable, { platformId, customerId, id }: NewExternalAccount): Promise<void> {
  await db.query(sql`
    update external_account set is_uma_default = false
    where platform_id = ${platformId} and owner_id = ${customerId ?? platformId} and is_uma_default and deleted_at is null`);
  await db.query(sql`update external_account set is_uma_default = true where platform_id = ${platformId} and id = ${id}`);
}

/** The conflicting account: of the same call, or with the same coordinates. */
async function existing(db: Queryable, { id, platformId, customerId }: NewExternalAccount, identity: Buffer): Promise<string> {
  const [row] = await db.query(sql<{ id: string }>`
    select id from external_account
    where platform_id = ${platformId} and (id = ${id}
      or (owner_id = ${customerId ?? platformId} and identity = ${identity} and deleted_at is null))
    order by id = ${id} desc limit 1`);
  return row?.id ?? id;
}

/** An account with the same coordinates, hashed under an earlier key. The owner is locked, so no other can be added. */
async function duplicateOf(
  db: Queryable,
  { platformId, customerId }: NewExternalAccount,
  identities: readonly Buffer[],
): Promise<string | undefined> {
  if (identities.length === 0) return undefined;
  const [row] = await db.query(sql<{ id: string }>`
    select id from external_account
    where platform_id = ${platformId} and owner_id = ${customerId ?? platformId} and identity = any(${[...identities]}::bytea[])
      and deleted_at is null`);
  return row?.id;
}
