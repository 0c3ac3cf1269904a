// An account outside of the platform, as the service keeps it.

import type { ExternalAccountInfo } from '../../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { ExternalAccountStatus, OwnershipType } from '../../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { NameCheckResult } from './name-check.ts';

/** Whose account it is. Ids are uuids. */
export interface Owner {
  readonly platformId: string;
  /** Absent: the account is the platform's own. */
  readonly customerId?: string;
}

/** An account about to be made. */
export interface NewExternalAccount extends Owner {
  readonly id: string;
  readonly status: ExternalAccountStatus;
  readonly currency: string;
  /** Settled: in capitals where the contract says so, with its rails. */
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
  /** Grows with every change. */
  readonly version: bigint;
  /** Deleted accounts are kept: transactions go on naming them. */
  readonly deletedAt?: Date;
  /** Its customer trusts it: it cannot be deleted. */
  readonly trustedAt?: Date;
}

/** How many accounts that are not deleted an owner may have. */
export const accountsMax = 1000;
