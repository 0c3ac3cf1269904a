// Converts stablecoins to messages, and enums of messages to types of the domain.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { StablecoinProvider, StablecoinProviderEnvironment } from '../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import {
  StablecoinIssuanceStatus,
  type Stablecoin as StablecoinMessage,
  StablecoinNetwork,
  StablecoinSchema,
  StablecoinServiceOperationsStatus,
} from '../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import type { Environment } from '../kit/core/caller.ts';
import { publicId } from '../kit/core/ids.ts';
import type { IssuanceStatus, ServiceStatus, Stablecoin } from './domain/stablecoin.ts';

export const issuanceStatuses = new Map<StablecoinIssuanceStatus, IssuanceStatus>([
  [StablecoinIssuanceStatus.PENDING_REVIEW, 'PENDING_REVIEW'],
  [StablecoinIssuanceStatus.PROVISIONING, 'PROVISIONING'],
  [StablecoinIssuanceStatus.PROVISIONED, 'PROVISIONED'],
  [StablecoinIssuanceStatus.REJECTED, 'REJECTED'],
  [StablecoinIssuanceStatus.FAILED, 'FAILED'],
]);

export const serviceStatuses = new Map<StablecoinServiceOperationsStatus, ServiceStatus>([
  [StablecoinServiceOperationsStatus.NOT_ENABLED, 'NOT_ENABLED'],
  [StablecoinServiceOperationsStatus.PENDING_APPROVAL, 'PENDING_APPROVAL'],
  [StablecoinServiceOperationsStatus.ENABLING, 'ENABLING'],
  [StablecoinServiceOperationsStatus.ENABLED, 'ENABLED'],
  [StablecoinServiceOperationsStatus.DISABLED, 'DISABLED'],
]);

export function toStablecoin(stablecoin: Stablecoin, environment: Environment): StablecoinMessage {
  const { id, name, symbol, baseCurrency, decimals, networkTokenIdentifier, providerTokenIdentifier, currency } = stablecoin;
  return create(StablecoinSchema, {
    id: publicId('Stablecoin', id),
    name,
    symbol,
    baseCurrency,
    decimals,
    network: StablecoinNetwork.SPARK,
    networkTokenIdentifier,
    providerTokenIdentifier,
    issuanceStatus: StablecoinIssuanceStatus[stablecoin.issuanceStatus],
    serviceOperationsStatus: StablecoinServiceOperationsStatus[stablecoin.serviceStatus],
    ...(currency !== undefined && { currency }),
    provider: StablecoinProvider[stablecoin.provider],
    stablecoinProviderAccountId: publicId('StablecoinProviderAccount', stablecoin.linkId),
    providerEnvironment: StablecoinProviderEnvironment[environment === 'sandbox' ? 'SANDBOX' : 'PRODUCTION'],
    createdAt: timestampFromDate(stablecoin.createdAt),
    updatedAt: timestampFromDate(stablecoin.updatedAt),
  });
}
