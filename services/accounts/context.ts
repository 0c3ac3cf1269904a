// The context of the methods and jobs of this service.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { CredentialDirectoryService } from '../../gen/payments/auth/v1/credential_directory_pb.ts';
import { ScaChallengeService } from '../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { SignedRequestService } from '../../gen/payments/auth/v1/signed_request_pb.ts';
import { WalletEnvelopeService } from '../../gen/payments/auth/v1/wallet_envelope_pb.ts';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { StablecoinCurrencyService } from '../../gen/payments/platform/v1/stablecoin_currency_pb.ts';
import { RailService } from '../../gen/payments/rails/v1/rail_pb.ts';
import { EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Environment } from '../kit/core/caller.ts';
import type { Clock } from '../kit/core/clock.ts';
import type { Context, Method } from '../kit/core/method.ts';
import type { Ledger } from './store/ledger.ts';
import type { AccountsStore } from './store/store.ts';
import type { WatchList } from './watch-list.ts';

/** The services that this one calls. */
export const needs = {
  customers: CustomerService,
  stablecoinCurrencies: StablecoinCurrencyService,
  credentials: CredentialDirectoryService,
  signedRequests: SignedRequestService,
  scaChallenges: ScaChallengeService,
  envelopes: WalletEnvelopeService,
  rail: RailService,
  events: EventService,
};

export interface AccountsParts {
  readonly store: AccountsStore;
  readonly ledger: Ledger;
  readonly wall: Clock;
  /** Of the installation. */
  readonly mode: Environment;
  /** Whether the operator has configured a rail. */
  readonly isRailConnected: boolean;
  readonly watchList: WatchList;
}

export type AccountsContext = Context<typeof needs> & AccountsParts;

export type AccountsMethod<M extends DescMethodUnary> = Method<M, AccountsContext>;
