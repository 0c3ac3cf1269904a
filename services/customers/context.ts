// The context of the methods, steps and jobs of this service.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { AgentDirectoryService } from '../../gen/payments/agents/v1/agent_directory_pb.ts';
import { CodeDeliveryService } from '../../gen/payments/auth/v1/code_delivery_pb.ts';
import { CredentialDirectoryService } from '../../gen/payments/auth/v1/credential_directory_pb.ts';
import { SignedRequestService } from '../../gen/payments/auth/v1/signed_request_pb.ts';
import { CardDirectoryService } from '../../gen/payments/cards/v1/card_directory_pb.ts';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Environment } from '../kit/core/caller.ts';
import type { Clock } from '../kit/core/clock.ts';
import type { Clients, Context, Method } from '../kit/core/method.ts';
import { personalDataOf } from '../kit/service/common-services.ts';
import type { Secrets } from '../kit/storage/secrets.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Terms } from './domain/end-user-terms.ts';
import type { CustomersStore } from './store/store.ts';

/** The services that this one calls. */
export const needs = {
  platform: PlatformDirectoryService,
  accounts: AccountDirectoryService,
  agents: AgentDirectoryService,
  cards: CardDirectoryService,
  credentials: CredentialDirectoryService,
  signedRequests: SignedRequestService,
  codes: CodeDeliveryService,
  events: EventService,
  personsInAccounts: personalDataOf('accounts'),
  personsInAgents: personalDataOf('agents'),
  personsInAuth: personalDataOf('auth'),
  personsInCards: personalDataOf('cards'),
  personsInCustomers: personalDataOf('customers'),
  personsInPlatform: personalDataOf('platform'),
  personsInStablecoins: personalDataOf('stablecoins'),
  personsInTransfers: personalDataOf('transfers'),
  personsInWebhooks: personalDataOf('webhooks'),
};

/** Every service exports and erases its data about a person, this service last. */
export function personalDataIn(clients: Clients<typeof needs>) {
  return [
    clients.personsInAccounts,
    clients.personsInAgents,
    clients.personsInAuth,
    clients.personsInCards,
    clients.personsInPlatform,
    clients.personsInStablecoins,
    clients.personsInTransfers,
    clients.personsInWebhooks,
    clients.personsInCustomers,
  ];
}

export interface CustomersParts {
  readonly store: CustomersStore;
  readonly blobs: BlobStore;
  readonly secrets: Secrets;
  readonly wall: Clock;
  /** How long the personal data of a deleted customer is kept. */
  readonly eraseAfterMs: number;
  /** Of the installation. */
  readonly mode: Environment;
  /** The UMA domain of platforms without their own. */
  readonly defaultUmaDomain: string;
  /** URL of the hosted page. */
  readonly publicUrl: string;
  /** The end-user terms, oldest version first. */
  readonly terms: readonly [Terms, ...Terms[]];
}

export type CustomersContext = Context<typeof needs> & CustomersParts;

export type CustomersMethod<M extends DescMethodUnary> = Method<M, CustomersContext>;
