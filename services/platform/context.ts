// The context of the methods and jobs of this service.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { AuthenticationService } from '../../gen/payments/auth/v1/authentication_pb.ts';
import { CustomerDirectoryService } from '../../gen/payments/customers/v1/customer_directory_pb.ts';
import { UmaAddressService } from '../../gen/payments/customers/v1/uma_address_pb.ts';
import { EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Clock } from '../kit/core/clock.ts';
import type { Clients, Context, Method } from '../kit/core/method.ts';
import { dueWorkOf, platformDataOf } from '../kit/service/common-services.ts';
import type { Settings } from '../kit/service/service.ts';
import type { Backups } from './backups/backups.ts';
import type { PlatformStore } from './store/store.ts';

export const needs = {
  accounts: AccountDirectoryService,
  auth: AuthenticationService,
  customers: CustomerDirectoryService,
  umaAddresses: UmaAddressService,
  events: EventService,
  dueInAccounts: dueWorkOf('accounts'),
  dueInAgents: dueWorkOf('agents'),
  dueInAuth: dueWorkOf('auth'),
  dueInCards: dueWorkOf('cards'),
  dueInCustomers: dueWorkOf('customers'),
  dueInPlatform: dueWorkOf('platform'),
  dueInStablecoins: dueWorkOf('stablecoins'),
  dueInTransfers: dueWorkOf('transfers'),
  dueInWebhooks: dueWorkOf('webhooks'),
  dataInAccounts: platformDataOf('accounts'),
  dataInAgents: platformDataOf('agents'),
  dataInAuth: platformDataOf('auth'),
  dataInCards: platformDataOf('cards'),
  dataInCustomers: platformDataOf('customers'),
  dataInPlatform: platformDataOf('platform'),
  dataInStablecoins: platformDataOf('stablecoins'),
  dataInTransfers: platformDataOf('transfers'),
  dataInWebhooks: platformDataOf('webhooks'),
};

/** Every service takes part in advancing a platform's clock. */
export function timekeepersOf(clients: Clients<typeof needs>) {
  return [
    clients.dueInAccounts,
    clients.dueInAgents,
    clients.dueInAuth,
    clients.dueInCards,
    clients.dueInCustomers,
    clients.dueInPlatform,
    clients.dueInStablecoins,
    clients.dueInTransfers,
    clients.dueInWebhooks,
  ];
}

/** Every service, each before those that it calls; webhooks last, because all others send events to it. */
export function dataOwnersOf(clients: Clients<typeof needs>) {
  return [
    clients.dataInAgents,
    clients.dataInCards,
    clients.dataInStablecoins,
    clients.dataInTransfers,
    clients.dataInCustomers,
    clients.dataInAuth,
    clients.dataInAccounts,
    clients.dataInPlatform,
    clients.dataInWebhooks,
  ];
}

export interface PlatformParts {
  readonly store: PlatformStore;
  readonly settings: Settings;
  readonly wall: Clock;
  readonly backups: Backups;
}

export type PlatformContext = Context<typeof needs> & PlatformParts;

export type PlatformMethod<M extends DescMethodUnary> = Method<M, PlatformContext>;
