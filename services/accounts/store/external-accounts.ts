// External accounts in the database: coordinates sealed, duplicates found by a keyed hash, counts kept in the same commit.
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { type RawBuilder, sql } from 'kysely';
import { ExternalAccountInfoSchema } from '../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type {
  BeneficiaryVerificationStatus,
  ExternalAccountStatus,
  OwnershipType,
} from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { Queryable } from '../../kit/database.ts';
import type { Position } from '../../kit/page.ts';
import type { Secrets } from '../../kit/secrets.ts';
import { accountsMax, type ExternalAccount, type NewExternalAccount, type Owner } from '../domain/external/external-account.ts';
import { identityOf } from '../domain/external/identifiers.ts';
import { externalAccountCounts } from './external-account-counts.ts';

export type ExternalAccountRows = ReturnType<typeof externalAccountRows>;

/** Which accounts a list shows. Without a customer: those of all customers and of the platform. */
export interface ExternalAccountFilter extends Owner {
  readonly currency?: string;
}

/** What became of an account that was to be added. */
export type Added =
  | { readonly kind: 'added' }
  /** The owner has an account with these coordinates: `existingId`, which is this one when the same call runs again. */
  | { readonly kind: 'duplicate'; readonly existingId: string }
  | { readonly kind: 'limit' }
  | { readonly kind: 'closed' };

export function externalAccountRows(db: Queryable, secrets: Secrets) {
  const counts = externalAccountCounts(db);
  const found = async (where: RawBuilder<boolean>, rest = sql``): Promise<ExternalAccount[]> => {
    const rows = await db.query(sql<Row>`
      select account.*, owner.uma_default_id is not distinct from account.id as is_uma_default
      from external_account account join external_account_owner owner using (platform_id, owner_id)
      where ${where} ${rest}`);
    return rows.map((row) => toAccount(row, secrets));
  };

  return {
    /** Inside a transaction, which must be given up unless the answer is `added`. */
    async add(account: NewExternalAccount): Promise<Added> {
      const identity = identityHash(account, secrets);
      const added = await db.query(insertion(account, identity, secrets));
      if (added.length === 0) return { kind: 'duplicate', existingId: await existing(db, account, identity) };
      const refused = await counts.claimPlace(account, accountsMax);
      return refused ?? { kind: 'added' };
    },

    /** One account of the platform, unless it was deleted. */
    async find(platformId: string, id: string): Promise<ExternalAccount | undefined> {
      const [account] = await found(
        sql`account.platform_id = ${platformId} and account.id = ${id} and account.deleted_at is null`,
      );
      return account;
    },

    /** As `find`, in a transaction: nobody else changes the account until it ends. */
    async lock(platformId: string, id: string): Promise<ExternalAccount | undefined> {
      const one = sql<boolean>`account.platform_id = ${platformId} and account.id = ${id} and account.deleted_at is null`;
      const [account] = await found(one, sql`for update of account`);
      return account;
    },

    /** Of a locked account. */
    async changeStatus({ platformId, id, status, version }: ExternalAccount): Promise<void> {
      await db.query(sql`
        update external_account set status = ${status}, version = ${version} where platform_id = ${platformId} and id = ${id}`);
    },

    /** Accounts of the platform by id, deleted ones too. */
    findAll: (platformId: string, ids: readonly string[]) =>
      found(sql`account.platform_id = ${platformId} and account.id = any(${[...ids]}::uuid[])`),

    /** Up to `limit` accounts behind a position, newest first. */
    list: (filter: ExternalAccountFilter, { limit, after }: { limit: number; after?: Position | undefined }) =>
      found(
        sql`${matches(filter)} ${after ? sql`and (account.created_at, account.id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}`,
        sql`order by account.created_at desc, account.id desc limit ${limit}`,
      ),

    /** How many accounts a list has in all. */
    count: (filter: ExternalAccountFilter): Promise<bigint> => counts.of(filter),

    /** Inside a transaction. False when there is no such account any more. */
    async remove(platformId: string, id: string, deletedAt: Date): Promise<boolean> {
      await counts.lockOwnerOf(platformId, id);
      const removed = await db.query(sql<RemovedRow>`
        update external_account set deleted_at = ${deletedAt}, version = version + 1
        where platform_id = ${platformId} and id = ${id} and deleted_at is null returning id, owner_id, currency`);
      await counts.forget(platformId, removed);
      return removed.length > 0;
    },

    /** Inside a transaction: deletes all accounts of a customer, and lets it have no others. Repeatable. */
    async removeAllOf(owner: Required<Owner>, deletedAt: Date): Promise<void> {
      await counts.close(owner, deletedAt);
      const removed = await db.query(sql<RemovedRow>`
        update external_account set deleted_at = ${deletedAt}, version = version + 1
        where platform_id = ${owner.platformId} and owner_id = ${owner.customerId} and deleted_at is null
        returning id, owner_id, currency`);
      await counts.forget(owner.platformId, removed);
    },
  };
}

export interface RemovedRow {
  readonly id: string;
  readonly owner_id: string;
  readonly currency: string;
}

interface Row {
  readonly id: string;
  readonly platform_id: string;
  readonly customer_id: string | null;
  readonly status: ExternalAccountStatus;
  readonly currency: string;
  readonly details: Buffer;
  readonly platform_account_id: string | null;
  readonly ownership_type: OwnershipType | null;
  readonly name_check: BeneficiaryVerificationStatus | null;
  readonly verified_name: Buffer | null;
  readonly version: bigint;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
  readonly is_uma_default: boolean;
}

const purpose = 'external-account';

function identityHash({ platformId, customerId, currency, accountInfo }: NewExternalAccount, secrets: Secrets): Buffer {
  const { info } = accountInfo;
  if (info.case === undefined) throw new Error('An external account without a type came past the rules.');
  return secrets.mac(JSON.stringify([platformId, customerId ?? '', identityOf(currency, info)]), purpose);
}

function insertion(account: NewExternalAccount, identity: Buffer, secrets: Secrets) {
  const { nameCheck, accountInfo } = account;
  const details = secrets.seal(toBinary(ExternalAccountInfoSchema, accountInfo), purpose);
  const verifiedName = nameCheck?.verifiedName === undefined ? null : secrets.seal(nameCheck.verifiedName, purpose);
  return sql`
    insert into external_account (id, platform_id, customer_id, status, currency, account_type, details, identity,
      platform_account_id, ownership_type, name_check, verified_name, created_at)
    values (${account.id}, ${account.platformId}, ${account.customerId ?? null}, ${account.status}, ${account.currency},
      ${accountInfo.info.case}, ${details}, ${identity}, ${account.platformAccountId ?? null}, ${account.ownershipType ?? null},
      ${nameCheck?.status ?? null}, ${verifiedName}, ${account.createdAt})
    on conflict do nothing returning id`;
}

/** The account that stands in the way: that of the same call, or one with the same coordinates. */
async function existing(db: Queryable, { id, platformId, customerId }: NewExternalAccount, identity: Buffer): Promise<string> {
  const [row] = await db.query(sql<{ id: string }>`
    select id from external_account
    where platform_id = ${platformId} and (id = ${id}
      or (owner_id = ${customerId ?? platformId} and identity = ${identity} and deleted_at is null))
    order by id = ${id} desc limit 1`);
  return row?.id ?? id;
}

function matches({ platformId, customerId, currency }: ExternalAccountFilter): RawBuilder<boolean> {
  return sql`account.platform_id = ${platformId} and account.deleted_at is null
    ${customerId === undefined ? sql`` : sql`and account.owner_id = ${customerId}`}
    ${currency === undefined ? sql`` : sql`and account.currency = ${currency}`}`;
}

function toAccount(row: Row, secrets: Secrets): ExternalAccount {
  const verifiedName = row.verified_name && secrets.open(row.verified_name, purpose).toString();
  return {
    id: row.id,
    platformId: row.platform_id,
    ...(row.customer_id && { customerId: row.customer_id }),
    status: row.status,
    currency: row.currency,
    accountInfo: fromBinary(ExternalAccountInfoSchema, secrets.open(row.details, purpose)),
    ...(row.platform_account_id !== null && { platformAccountId: row.platform_account_id }),
    ...(row.ownership_type !== null && { ownershipType: row.ownership_type }),
    ...(row.name_check !== null && { nameCheck: { status: row.name_check, ...(verifiedName !== null && { verifiedName }) } }),
    isUmaDefault: row.is_uma_default,
    version: row.version,
    createdAt: row.created_at,
    ...(row.deleted_at && { deletedAt: row.deleted_at }),
  };
}
