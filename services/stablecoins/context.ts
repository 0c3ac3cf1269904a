// The context of the methods and jobs of this service.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { StablecoinProviderService } from '../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import type { Clock } from '../kit/core/clock.ts';
import type { Context, Method } from '../kit/core/method.ts';
import type { StablecoinsStore } from './store/store.ts';

export const needs = { provider: StablecoinProviderService };

export interface StablecoinsParts {
  readonly store: StablecoinsStore;
  /** Whether the operator has connected a provider for production platforms. */
  readonly isProviderConnected: boolean;
  readonly wall: Clock;
  /** Divides sandbox delays. */
  readonly sandboxTimeScale: number;
}

export type StablecoinsContext = Context<typeof needs> & StablecoinsParts;

export type StablecoinsMethod<M extends DescMethodUnary> = Method<M, StablecoinsContext>;
