// Converts links to messages, and enums of messages to types of the domain.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  StablecoinProvider,
  type StablecoinProviderAccount,
  StablecoinProviderAccountSchema,
  StablecoinProviderAccountStatus,
  StablecoinProviderEnvironment,
} from '../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import type { Environment } from '../kit/core/caller.ts';
import { publicId } from '../kit/core/ids.ts';
import type { AccountStatus, Provider, ProviderAccount } from './domain/provider-account.ts';

export const providers = new Map<StablecoinProvider, Provider>([[StablecoinProvider.BRALE, 'BRALE']]);

export const accountStatuses = new Map<StablecoinProviderAccountStatus, AccountStatus>([
  [StablecoinProviderAccountStatus.ACTIVE, 'ACTIVE'],
  [StablecoinProviderAccountStatus.INVALID, 'INVALID'],
  [StablecoinProviderAccountStatus.REVOKED, 'REVOKED'],
]);

export function toProviderAccount(account: ProviderAccount, environment: Environment): StablecoinProviderAccount {
  const { id, provider, providerAccountId, status, verifiedAt, createdAt, updatedAt } = account;
  return create(StablecoinProviderAccountSchema, {
    id: publicId('StablecoinProviderAccount', id),
    provider: StablecoinProvider[provider],
    providerAccountId,
    providerEnvironment: StablecoinProviderEnvironment[environment === 'sandbox' ? 'SANDBOX' : 'PRODUCTION'],
    status: StablecoinProviderAccountStatus[status],
    lastVerifiedAt: timestampFromDate(verifiedAt),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  });
}
