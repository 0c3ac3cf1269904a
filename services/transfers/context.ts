// The context of the methods, steps and jobs of this service.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { CollectionService } from '../../gen/payments/accounts/v1/collection_pb.ts';
import { InternalAccountService } from '../../gen/payments/accounts/v1/internal_account_pb.ts';
import { LedgerService } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { WorldPostingService } from '../../gen/payments/accounts/v1/world_posting_pb.ts';
import { ActionDirectoryService } from '../../gen/payments/agents/v1/action_directory_pb.ts';
import { ScaChallengeService } from '../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { SignedRequestService } from '../../gen/payments/auth/v1/signed_request_pb.ts';
import { CardTransactionDirectoryService } from '../../gen/payments/cards/v1/card_transaction_directory_pb.ts';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { FaultDirectoryService } from '../../gen/payments/platform/v1/fault_directory_pb.ts';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { UmaProviderService } from '../../gen/payments/platform/v1/uma_provider_pb.ts';
import { RailService } from '../../gen/payments/rails/v1/rail_pb.ts';
import { RateService } from '../../gen/payments/rates/v1/rate_pb.ts';
import { ApprovalService } from '../../gen/payments/webhooks/v1/approval_pb.ts';
import { EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Clock } from '../kit/core/clock.ts';
import type { Context, Method } from '../kit/core/method.ts';
import type { KeptDays } from '../kit/storage/retention.ts';
import type { Secrets } from '../kit/storage/secrets.ts';
import type { Snapshot } from './domain/rates/rates.ts';
import type { Rail } from './rails/rail.ts';
import type { ActivityLog } from './steps/shared/activity-log.ts';
import type { TransfersStore } from './store/store.ts';
import type { UmaNetwork } from './uma/network.ts';

/** The services that this one calls. */
export const needs = {
  accounts: AccountDirectoryService,
  internalAccounts: InternalAccountService,
  collection: CollectionService,
  ledger: LedgerService,
  worldPostings: WorldPostingService,
  customers: CustomerService,
  cardTransactions: CardTransactionDirectoryService,
  platforms: PlatformDirectoryService,
  faults: FaultDirectoryService,
  umaProviders: UmaProviderService,
  signedRequests: SignedRequestService,
  rail: RailService,
  rates: RateService,
  scaChallenges: ScaChallengeService,
  events: EventService,
  approvals: ApprovalService,
  agentActions: ActionDirectoryService,
};

export interface TransfersParts {
  readonly store: TransfersStore;
  readonly secrets: Secrets;
  /** Recent rates, by environment and slot. They never change after they are stored. */
  readonly rateCache: Map<string, Snapshot>;
  /** The rail of sandbox platforms. */
  readonly sandboxRail: Rail;
  /** Whether the operator has configured a rail for production platforms. */
  readonly isRailConnected: boolean;
  /** Likewise a rate source. */
  readonly isRateSourceConnected: boolean;
  /** External institutions whose customers have UMA addresses. */
  readonly uma: UmaNetwork;
  /** The UMA domain of platforms without their own. */
  readonly defaultUmaDomain: string;
  readonly wall: Clock;
  /** Absent: the activities of sandbox platforms are not noted. */
  readonly activities: ActivityLog | undefined;
  readonly keptDays?: KeptDays | undefined;
}

export type TransfersContext = Context<typeof needs> & TransfersParts;

export type TransfersMethod<M extends DescMethodUnary> = Method<M, TransfersContext>;
