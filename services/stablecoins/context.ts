// The context of the methods and jobs of this service.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { LedgerService } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { StablecoinCurrencyService } from '../../gen/payments/platform/v1/stablecoin_currency_pb.ts';
import { StablecoinProviderService } from '../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import type { Clock } from '../kit/core/clock.ts';
import type { Context, Method } from '../kit/core/method.ts';
import type { StablecoinsStore } from './store/store.ts';

export const needs = {
  accounts: AccountDirectoryService,
  ledger: LedgerService,
  stablecoinCurrencies: StablecoinCurrencyService,
  provider: StablecoinProviderService,
};

export interface StablecoinsParts {
  readonly store: StablecoinsStore;
  readonly wall: Clock;
  /** Divides sandbox delays. */
  readonly sandboxTimeScale: number;
}

export type StablecoinsContext = Context<typeof needs> & StablecoinsParts;

export type StablecoinsMethod<M extends DescMethodUnary> = Method<M, StablecoinsContext>;
