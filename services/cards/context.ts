// The context of the methods, steps and jobs of this service.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { LedgerService } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { DelegatedKeyDirectoryService } from '../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import { CustomerDirectoryService } from '../../gen/payments/customers/v1/customer_directory_pb.ts';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { IssuerService } from '../../gen/payments/issuing/v1/issuer_pb.ts';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Clock } from '../kit/core/clock.ts';
import type { Context, Method } from '../kit/core/method.ts';
import type { Issuer } from './issuer/issuer.ts';
import type { CardsStore } from './store/store.ts';

/** The services that this one calls. */
export const needs = {
  platform: PlatformDirectoryService,
  accounts: AccountDirectoryService,
  ledger: LedgerService,
  customers: CustomerService,
  customerDirectory: CustomerDirectoryService,
  delegatedKeys: DelegatedKeyDirectoryService,
  issuer: IssuerService,
  events: EventService,
};

export interface CardsParts {
  readonly store: CardsStore;
  readonly wall: Clock;
  /** The issuer of sandbox platforms. */
  readonly sandboxIssuer: Issuer;
  /** Divides delays of the sandbox. */
  readonly sandboxTimeScale: number;
}

export type CardsContext = Context<typeof needs> & CardsParts;

export type CardsMethod<M extends DescMethodUnary> = Method<M, CardsContext>;
