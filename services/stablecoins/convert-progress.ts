// Converts operations to requests to the provider, and its progress to the domain.
import { type MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { CreateOperationRequestSchema } from '../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import {
  type FundingCoordinates,
  type OperationProgress,
  OperationState,
} from '../../gen/payments/stablecoins/v1/operation_progress_pb.ts';
import { StablecoinPayoutRail, StablecoinSourceType } from '../../gen/payments/stablecoins/v1/operation_requests_pb.ts';
import { StablecoinOperationType } from '../../gen/payments/stablecoins/v1/stablecoin_operation_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { Funding } from './domain/operation.ts';
import type { Progress, ProviderState } from './domain/operation-machine.ts';
import type { RequestedOperation } from './providers/provider.ts';

export function toProviderRequest(requested: RequestedOperation): MessageInitShape<typeof CreateOperationRequestSchema> {
  const { credentials, providerAccountId, operation, sourceAccount, destinationAccount } = requested;
  const { id, kind, amount, cents, providerTokenIdentifier, sourceType, rail, description } = operation;
  return {
    credentials,
    providerAccountId,
    providerTokenIdentifier,
    stablecoinOperationId: publicId('StablecoinOperation', id),
    type: StablecoinOperationType[kind],
    amount,
    cents,
    sourceType: StablecoinSourceType[sourceType],
    ...(sourceAccount && { sourceAccount }),
    destinationAccount,
    ...(rail !== undefined && { rail: StablecoinPayoutRail[rail] }),
    ...(description !== undefined && { description }),
  };
}

const states = new Map<OperationState, ProviderState>([
  [OperationState.PENDING, 'PENDING'],
  [OperationState.PROCESSING, 'PROCESSING'],
  [OperationState.COMPLETED, 'COMPLETED'],
  [OperationState.REJECTED, 'REJECTED'],
  [OperationState.TRANSFER_FAILED, 'TRANSFER_FAILED'],
  [OperationState.FUNDING_RETURNED, 'FUNDING_RETURNED'],
  [OperationState.FUNDING_MISMATCHED, 'FUNDING_MISMATCHED'],
  [OperationState.EXPIRED, 'EXPIRED'],
]);

/** A word that is not allowed is replaced by the name of the state. Throws without a state. */
export function toProgress({ state: number, providerStatus = '', funding, expiresAt }: OperationProgress): Progress {
  const state = states.get(number);
  if (state === undefined) throw new RangeError('The provider reported an operation without a state.');
  return {
    state,
    providerStatus: /^[a-z_]{1,32}$/.test(providerStatus) ? providerStatus : state.toLowerCase(),
    funding: funding && fundingIn(funding),
    expiresAt: expiresAt && timestampDate(expiresAt),
  };
}

function fundingIn({ address, beneficiaryName, bankName, accountNumber, routingNumber, reference }: FundingCoordinates): Funding {
  return { address, beneficiaryName, bankName, accountNumber, routingNumber, reference };
}
