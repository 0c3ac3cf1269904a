// Converts requests to mint and burn to the domain, and operations to messages.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type CreateStablecoinBurnRequest,
  type CreateStablecoinMintRequest,
  StablecoinPayoutRail,
  StablecoinSourceType,
} from '../../gen/payments/stablecoins/v1/operation_requests_pb.ts';
import { StablecoinProvider, StablecoinProviderEnvironment } from '../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import {
  type StablecoinOperation,
  StablecoinOperationSchema,
  StablecoinOperationStatus,
  StablecoinOperationType,
} from '../../gen/payments/stablecoins/v1/stablecoin_operation_pb.ts';
import type { Environment } from '../kit/core/caller.ts';
import { publicId, uuidIn } from '../kit/core/ids.ts';
import { deliveryTimings, type Operation, type OperationKind, type PayoutRail, type SourceType } from './domain/operation.ts';

export const operationKinds = new Map<StablecoinOperationType, OperationKind>([
  [StablecoinOperationType.MINT, 'MINT'],
  [StablecoinOperationType.BURN, 'BURN'],
]);

const payoutRails = new Map<StablecoinPayoutRail, PayoutRail>([
  [StablecoinPayoutRail.WIRE, 'WIRE'],
  [StablecoinPayoutRail.ACH_CREDIT, 'ACH_CREDIT'],
  [StablecoinPayoutRail.SAME_DAY_ACH_CREDIT, 'SAME_DAY_ACH_CREDIT'],
  [StablecoinPayoutRail.RTP_CREDIT, 'RTP_CREDIT'],
]);

/** A requested mint or burn. */
export interface OperationDraft {
  readonly kind: OperationKind;
  /** uuid. */
  readonly stablecoinId: string;
  /** Digits. */
  readonly amount: string;
  readonly sourceType: SourceType;
  /** Public ids of external accounts. */
  readonly sourceAccountId: string | undefined;
  readonly destinationAccountId: string;
  readonly rail: PayoutRail | undefined;
  readonly description: string | undefined;
}

/** A variant that is reserved: the field that selects it. */
export interface Reserved {
  readonly reserved: string;
}

export function draftOfMint(request: CreateStablecoinMintRequest): OperationDraft | Reserved {
  const { stablecoinId, amount, fundingSource, destination, description } = request;
  const source = fundingSource?.source;
  const sourceType = source?.case && mintSources[source.case];
  if (!sourceType) return { reserved: 'fundingSource.type' };
  const destinationAccountId = destination?.accountId ?? '';
  if (!destinationAccountId.startsWith('ExternalAccount:')) return { reserved: 'destination.accountId' };
  const sourceAccountId = 'externalAccountId' in source.value ? source.value.externalAccountId : undefined;
  return {
    kind: 'MINT',
    stablecoinId: uuidIn(stablecoinId),
    amount,
    sourceType,
    sourceAccountId,
    destinationAccountId,
    rail: undefined,
    description,
  };
}

type MintSource = NonNullable<NonNullable<CreateStablecoinMintRequest['fundingSource']>['source']['case']>;

const mintSources: Readonly<Record<MintSource, SourceType | undefined>> = {
  wire: 'WIRE',
  achDebit: 'ACH_DEBIT',
  sameDayAchDebit: 'SAME_DAY_ACH_DEBIT',
  serviceInternalAccount: undefined,
  providerInternalBalance: undefined,
};

export function draftOfBurn(request: CreateStablecoinBurnRequest): OperationDraft | Reserved {
  const { stablecoinId, amount, source: from, destination, description } = request;
  const sourceType = from?.source.case && burnSources[from.source.case];
  if (!sourceType) return { reserved: 'source.type' };
  return {
    kind: 'BURN',
    stablecoinId: uuidIn(stablecoinId),
    amount,
    sourceType,
    sourceAccountId: undefined,
    destinationAccountId: destination?.externalAccountId ?? '',
    rail: destination && payoutRails.get(destination.rail),
    description,
  };
}

type BurnSource = NonNullable<NonNullable<CreateStablecoinBurnRequest['source']>['source']['case']>;

const burnSources: Readonly<Record<BurnSource, SourceType | undefined>> = {
  externalAccount: 'EXTERNAL_ACCOUNT',
  serviceInternalAccount: undefined,
  providerInternalBalance: 'PROVIDER_INTERNAL_BALANCE',
};

export function toOperation(operation: Operation, environment: Environment): StablecoinOperation {
  const { id, kind, status, amount, stablecoinId, linkId, provider, rail, sourceType } = operation;
  const { sourceAccountId, destinationAccountId, expiresAt, failureReason, description } = operation;
  const providerStatus = operation.providerStatuses.at(-1);
  return create(StablecoinOperationSchema, {
    id: publicId('StablecoinOperation', id),
    stablecoinId: publicId('Stablecoin', stablecoinId),
    operationType: StablecoinOperationType[kind],
    status: StablecoinOperationStatus[status],
    amount: `${amount}`,
    provider: StablecoinProvider[provider],
    providerEnvironment: StablecoinProviderEnvironment[environment === 'sandbox' ? 'SANDBOX' : 'PRODUCTION'],
    stablecoinProviderAccountId: publicId('StablecoinProviderAccount', linkId),
    source: {
      type: StablecoinSourceType[sourceType],
      ...(sourceAccountId !== undefined && { externalAccountId: publicId('ExternalAccount', sourceAccountId) }),
    },
    destination: {
      accountId: publicId('ExternalAccount', destinationAccountId),
      ...(rail !== undefined && { rail: StablecoinPayoutRail[rail] }),
    },
    ...(status === 'PENDING_FUNDING' && { fundingInstructions: instructionsOf(operation) }),
    ...(rail !== undefined && { estimatedDelivery: deliveryOf(operation, rail) }),
    ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
    ...(providerStatus !== undefined && { providerStatus }),
    ...(failureReason !== undefined && { failureReason }),
    ...(description !== undefined && { description }),
    createdAt: timestampFromDate(operation.createdAt),
    updatedAt: timestampFromDate(operation.updatedAt),
  });
}

function instructionsOf({ sourceType, funding, providerTokenIdentifier }: Operation) {
  const { address, beneficiaryName, bankName, accountNumber, routingNumber, reference } = funding ?? {};
  if (sourceType === 'EXTERNAL_ACCOUNT')
    return { rail: 'SPARK', network: 'SPARK', valueType: providerTokenIdentifier, ...stated({ address }) };
  return { rail: 'WIRE', ...stated({ beneficiaryName, bankName, accountNumber, routingNumber, reference }) };
}

/** Without absent fields. */
function stated(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

const deliveryOf = ({ cents }: Operation, rail: PayoutRail) => ({
  rail,
  amount: `${cents}`,
  currency: 'USD',
  timing: deliveryTimings[rail],
});
