// The context of the methods and steps of this service.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ExternalAccountService } from '../../gen/payments/accounts/v1/external_account_pb.ts';
import { SignedRequestService } from '../../gen/payments/auth/v1/signed_request_pb.ts';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { type Platform, PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { AgentPaymentService } from '../../gen/payments/transfers/v1/agent_payment_pb.ts';
import { MidRateService } from '../../gen/payments/transfers/v1/exchange_rate_pb.ts';
import { QuoteService } from '../../gen/payments/transfers/v1/quote_pb.ts';
import { TransactionService } from '../../gen/payments/transfers/v1/transaction_pb.ts';
import { EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { FailingAddresses } from '../kit/calls/failing-addresses.ts';
import type { Context, Method } from '../kit/core/method.ts';
import type { Settings } from '../kit/service/service.ts';
import type { sharedReads } from '../kit/storage/shared-reads.ts';
import type { AgentsStore } from './store/store.ts';

/** The services that this one calls. */
export const needs = {
  accounts: AccountDirectoryService,
  customers: CustomerService,
  externalAccounts: ExternalAccountService,
  platform: PlatformDirectoryService,
  rates: MidRateService,
  transactions: TransactionService,
  payments: AgentPaymentService,
  quotes: QuoteService,
  signedRequests: SignedRequestService,
  events: EventService,
};

export interface AgentsParts {
  readonly store: AgentsStore;
  /** Failed attempts to redeem a device code. */
  readonly attempts: FailingAddresses;
  readonly settings: Pick<Settings, 'mode'>;
  /** Platforms of agents that are being admitted, by id. */
  readonly platformReads: ReturnType<typeof sharedReads<Platform>>;
}

export type AgentsContext = Context<typeof needs> & AgentsParts;

export type AgentsMethod<M extends DescMethodUnary> = Method<M, AgentsContext>;
