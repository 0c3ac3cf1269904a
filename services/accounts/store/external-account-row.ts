// Converts external accounts and rows: coordinates and names sealed under the key of the customer, the identity as a keyed hash.
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { ExternalAccountInfoSchema } from '../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import { familyOf } from '../../kit/core/ids.ts';
import { type KeyedRow, openerOf, type PersonalKey } from '../../kit/storage/personal-keys.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Hashed, Place, Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, type NewRow, type Row } from '../../kit/storage/tables.ts';
import type { ExternalAccount, NewExternalAccount } from '../domain/external/external-account.ts';
import { identityOf } from '../domain/external/identifiers.ts';
import { ExternalAccountRecord } from './external-account-records.ts';

/** With the key of its customer. */
export type ExternalAccountRow = Row<typeof ExternalAccountRecord> & Pick<KeyedRow, 'personal_key'>;

const detailsPlace = (id: string): Place => ({ purpose: 'external-account.details', row: id });
const verifiedNamePlace = (id: string): Place => ({ purpose: 'external-account.verified-name', row: id });

/** The hashed identity of an account, equal for duplicates of one owner. */
export function hashedIdentity({ platformId, customerId, currency, accountInfo }: NewExternalAccount): Hashed {
  const { info } = accountInfo;
  if (info.case === undefined) throw new Error('An external account without a type came past the rules.');
  return {
    text: JSON.stringify([familyOf(platformId), customerId ?? '', identityOf(currency, info)]),
    purpose: 'external-account',
  };
}

/** Inserts a row unless one with the same id or identity exists. */
export function insertion(account: NewExternalAccount, identity: Buffer, key: PersonalKey) {
  const { nameCheck, accountInfo } = account;
  const details = key.seal(toBinary(ExternalAccountInfoSchema, accountInfo), detailsPlace(account.id));
  const name = nameCheck?.verifiedName;
  const verifiedName = name === undefined ? null : key.seal(name, verifiedNamePlace(account.id));
  const row: NewRow<typeof ExternalAccountRecord> = {
    platform_id: account.platformId,
    id: account.id,
    customer_id: account.customerId ?? null,
    status: account.status,
    currency: account.currency,
    account_type: accountInfo.info.case ?? '',
    details,
    identity,
    platform_account_id: account.platformAccountId ?? null,
    ownership_type: account.ownershipType ?? null,
    name_check: nameCheck?.status ?? null,
    verified_name: verifiedName,
    trusted_at: null,
    created_at: account.createdAt,
    deleted_at: null,
  };
  return insertInto(ExternalAccountRecord, [row])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id');
}

/** The account of a row. Undefined if it was erased, or the key of its customer is destroyed. */
export function toAccount(row: ExternalAccountRow, secrets: Sealing): ExternalAccount | undefined {
  const key = openerOf(row, secrets);
  if (!key || !row.details) return undefined;
  const verifiedName = row.verified_name && key.open(row.verified_name, verifiedNamePlace(row.id)).toString();
  return {
    id: row.id,
    platformId: row.platform_id,
    ...(row.customer_id && { customerId: row.customer_id }),
    status: row.status,
    currency: row.currency,
    accountInfo: fromBinary(ExternalAccountInfoSchema, key.open(row.details, detailsPlace(row.id))),
    ...(row.platform_account_id !== null && { platformAccountId: row.platform_account_id }),
    ...(row.ownership_type !== null && { ownershipType: row.ownership_type }),
    ...(row.name_check !== null && { nameCheck: { status: row.name_check, ...(verifiedName !== null && { verifiedName }) } }),
    isUmaDefault: row.is_uma_default,
    version: row.version,
    createdAt: row.created_at,
    ...(row.deleted_at && { deletedAt: row.deleted_at }),
    ...(row.trusted_at && { trustedAt: row.trusted_at }),
  };
}

const ofPlatforms = {
  table: 'external_account',
  key: { platform_id: 'uuid', id: 'uuid' },
  which: 'customer_id is null',
} as const;

/** The platform's own accounts. Those of customers are sealed under the customer's key. */
export const sealedExternalAccounts: SealedColumn[] = [
  { ...ofPlatforms, column: 'details', place: ({ id = '' }) => detailsPlace(id) },
  { ...ofPlatforms, column: 'verified_name', place: ({ id = '' }) => verifiedNamePlace(id) },
];
