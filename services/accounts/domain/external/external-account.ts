// An external account, as stored by this service.

import type { ExternalAccountInfo } from '../../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { ExternalAccountStatus, OwnershipType } from '../../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { NameCheckResult } from './name-check.ts';

/** The owner of the account. Ids are uuids. */
export interface Owner {
  readonly platformId: string;
  /** Absent: the account belongs to the platform. */
  readonly customerId?: string;
}

/** A new account. */
export interface NewExternalAccount extends Owner {
  readonly id: string;
  readonly status: ExternalAccountStatus;
  readonly currency: string;
  /** Normalized: upper case where the contract requires it, with its rails. */
  readonly accountInfo: ExternalAccountInfo;
  readonly platformAccountId?: string;
  readonly ownershipType?: OwnershipType;
  /** Bank accounts only. */
  readonly nameCheck?: NameCheckResult;
  /** Becomes its customer's default for UMA deposits. */
  readonly becomesUmaDefault: boolean;
  readonly createdAt: Date;
}

export interface ExternalAccount extends Omit<NewExternalAccount, 'becomesUmaDefault'> {
  readonly isUmaDefault: boolean;
  /** Increases with every change. */
  readonly version: bigint;
  /** Deleted accounts are kept, because transactions refer to them. */
  readonly deletedAt?: Date;
  /** A trusted beneficiary, which cannot be deleted. */
  readonly trustedAt?: Date;
}

/** Maximum number of an owner's accounts that are not deleted. */
export const accountsMax = 1000;
