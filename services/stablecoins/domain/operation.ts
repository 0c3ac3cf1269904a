// Mints and burns of a stablecoin.
import type { Provider } from './provider-account.ts';

export type OperationKind = 'MINT' | 'BURN';

export type OperationStatus =
  | 'CREATED'
  | 'PENDING_FUNDING'
  | 'PENDING_PROVIDER'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED';

/** The supported sources. */
export type SourceType = 'WIRE' | 'ACH_DEBIT' | 'SAME_DAY_ACH_DEBIT' | 'EXTERNAL_ACCOUNT' | 'PROVIDER_INTERNAL_BALANCE';

export type PayoutRail = 'WIRE' | 'ACH_CREDIT' | 'SAME_DAY_ACH_CREDIT' | 'RTP_CREDIT';

export type FailureReason =
  | 'PROVIDER_TRANSFER_FAILED'
  | 'PROVIDER_REJECTED'
  | 'PROVIDER_UNAVAILABLE'
  | 'PROVIDER_ACCOUNT_UNUSABLE'
  | 'FUNDING_AMOUNT_MISMATCH'
  | 'FUNDING_RETURNED';

/** Where to send funds: an address on Spark, or a bank account. */
export interface Funding {
  readonly address?: string | undefined;
  readonly beneficiaryName?: string | undefined;
  readonly bankName?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly routingNumber?: string | undefined;
  readonly reference?: string | undefined;
}

export interface Operation {
  /** uuid of the platform. */
  readonly platformId: string;
  /** uuid. The provider's idempotency key. */
  readonly id: string;
  readonly kind: OperationKind;
  /** uuid. */
  readonly stablecoinId: string;
  readonly status: OperationStatus;
  /** In the smallest unit of the token. */
  readonly amount: bigint;
  readonly cents: bigint;
  /** Provider, link (uuid) and code of the token when the operation was requested. */
  readonly provider: Provider;
  readonly linkId: string;
  readonly providerTokenIdentifier: string;
  readonly sourceType: SourceType;
  /** uuid of the external account to debit. */
  readonly sourceAccountId: string | undefined;
  /** uuid of the external account that receives tokens or the payout. */
  readonly destinationAccountId: string;
  /** Of burns. */
  readonly rail: PayoutRail | undefined;
  readonly description: string | undefined;
  /** How often the provider was called to create the operation. */
  readonly attempts: number;
  /** When the provider was first known to have accepted it. */
  readonly acceptedAt: Date | undefined;
  readonly funding: Funding | undefined;
  /** When the wait for funds ends. Undefined for operations that do not wait for funds. */
  readonly expiresAt: Date | undefined;
  /** The provider's words for its progress, each once. The last one is shown. */
  readonly providerStatuses: readonly string[];
  readonly failureReason: FailureReason | undefined;
  /** In the sandbox: what the numbers and addresses of the accounts select. */
  readonly sandboxOutcome: SandboxOutcome | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Fails right after PROCESSING, or 30 seconds later. */
export type SandboxOutcome = 'FAILS' | 'FAILS_LATE';

/** Whether funds from outside start the operation. The provider starts others itself. */
export const waitsForFunds = ({ sourceType }: Pick<Operation, 'sourceType'>) =>
  sourceType === 'WIRE' || sourceType === 'EXTERNAL_ACCOUNT';

const weekMs = 7 * 24 * 60 * 60 * 1000;

export const usualExpiry = ({ createdAt }: Pick<Operation, 'createdAt'>) => new Date(createdAt.getTime() + weekMs);

const dayMs = 24 * 60 * 60 * 1000;

/** From then on, an operation that the provider has not confirmed is not requested again. */
export const lastAttemptAt = ({ createdAt }: Pick<Operation, 'createdAt'>) => new Date(createdAt.getTime() + dayMs);

/** When it is given up, if the provider does not know it. Later than the last attempt, which may still be on its way. */
export const givenUpAt = ({ createdAt }: Pick<Operation, 'createdAt'>) => new Date(createdAt.getTime() + dayMs + 60_000);

/** How long a payout usually takes. */
export const deliveryTimings: Readonly<Record<PayoutRail, string>> = {
  WIRE: 'same business day',
  SAME_DAY_ACH_CREDIT: 'same business day',
  ACH_CREDIT: '1 to 3 business days',
  RTP_CREDIT: 'within minutes',
};
