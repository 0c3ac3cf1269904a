// An external account as its row: coordinates and names sealed under the key of the customer, the identity as a keyed hash.
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { sql } from 'kysely';
import { ExternalAccountInfoSchema } from '../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type {
  BeneficiaryVerificationStatus,
  ExternalAccountStatus,
  OwnershipType,
} from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { openerOf, type PersonalKey } from '../../kit/storage/personal-keys.ts';
import type { Hashed, Place, Secrets } from '../../kit/storage/secrets.ts';
import type { ExternalAccount, NewExternalAccount } from '../domain/external/external-account.ts';
import { identityOf } from '../domain/external/identifiers.ts';

export interface ExternalAccountRow {
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
  readonly trusted_at: Date | null;
  readonly is_uma_default: boolean;
  /** Of the customer. */
  readonly personal_key: Buffer | null;
}

const detailsPlace = (id: string): Place => ({ purpose: 'external-account.details', row: id });
const verifiedNamePlace = (id: string): Place => ({ purpose: 'external-account.verified-name', row: id });

/** What is hashed of an account: equal for accounts of one owner that are the same. */
export function hashedIdentity({ platformId, customerId, currency, accountInfo }: NewExternalAccount): Hashed {
  const { info } = accountInfo;
  if (info.case === undefined) throw new Error('An external account without a type came past the rules.');
  return { text: JSON.stringify([platformId, customerId ?? '', identityOf(currency, info)]), purpose: 'external-account' };
}

/** Returns a row unless one stands in the way: of the same id, or the same identity. */
export function insertion(account: NewExternalAccount, identity: Buffer, key: PersonalKey) {
  const { nameCheck, accountInfo } = account;
  const details = key.seal(toBinary(ExternalAccountInfoSchema, accountInfo), detailsPlace(account.id));
  const name = nameCheck?.verifiedName;
  const verifiedName = name === undefined ? null : key.seal(name, verifiedNamePlace(account.id));
  return sql`
    insert into external_account (id, platform_id, customer_id, status, currency, account_type, details, identity,
      platform_account_id, ownership_type, name_check, verified_name, created_at)
    values (${account.id}, ${account.platformId}, ${account.customerId ?? null}, ${account.status}, ${account.currency},
      ${accountInfo.info.case}, ${details}, ${identity}, ${account.platformAccountId ?? null}, ${account.ownershipType ?? null},
      ${nameCheck?.status ?? null}, ${verifiedName}, ${account.createdAt})
    on conflict do nothing returning id`;
}

/** The account of a row; none where the key of its customer is destroyed. */
export function toAccount(row: ExternalAccountRow, secrets: Secrets): ExternalAccount | undefined {
  const key = openerOf(row, secrets);
  if (!key) return undefined;
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
