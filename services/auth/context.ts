// The context of the methods of this service.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { SignedRequestService } from '../../gen/payments/auth/v1/signed_request_pb.ts';
import { CustomerDirectoryService } from '../../gen/payments/customers/v1/customer_directory_pb.ts';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { LivenessService } from '../../gen/payments/liveness/v1/liveness_pb.ts';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import type { Caller } from '../kit/core/caller.ts';
import type { Clock } from '../kit/core/clock.ts';
import type { Context, Method } from '../kit/core/method.ts';
import type { Settings } from '../kit/service/service.ts';
import type { Life } from '../kit/storage/life.ts';
import type { Secrets } from '../kit/storage/secrets.ts';
import type { Anchored, LogAnchors } from './anchors/anchors.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { UnknownClients } from './domain/unknown-clients.ts';
import type { Liveness } from './liveness/liveness.ts';
import type { KeySets } from './oidc/key-sets.ts';
import type { AuthStore } from './store/store.ts';

export const needs = {
  platform: PlatformDirectoryService,
  accounts: AccountDirectoryService,
  customers: CustomerService,
  customerDirectory: CustomerDirectoryService,
  liveness: LivenessService,
  signedRequests: SignedRequestService,
};

/** `wall`: failures are counted and reset in real time. */
export type AuthContext = Context<typeof needs> & {
  readonly store: AuthStore;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly delivery: Delivery;
  readonly keySets: KeySets;
  /** The liveness checks of sandbox platforms. */
  readonly sandboxLiveness: Liveness;
  /** Of the log of operators. */
  readonly anchors: LogAnchors;
  readonly anchored: Anchored;
  readonly unknownClients: UnknownClients;
  readonly settlement: Settlement;
  readonly wall: Clock;
  /** Which processes are alive: leases of dead ones are free. */
  readonly life: Life;
  /** Executes a request after PROCESSING. No caller receives the result. */
  readonly settlesAlone?: boolean;
};

/** Executes signed operations, with a known delay. */
export interface Settlement {
  /** When an operation accepted now is executed, in the platform's time. Undefined: immediately. */
  dueAt(of: { readonly caller: Caller; readonly clock: Clock }): Date | undefined;
}

export type AuthMethod<M extends DescMethodUnary> = Method<M, AuthContext>;
