// What the methods and jobs of this service are given.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import type { Context, Method } from '../kit/method.ts';
import type { Store } from '../kit/store.ts';
import type { ExternalAccountRows } from './store/external-accounts.ts';

/** The services that this one calls. */
export const needs = { customers: CustomerService };

export interface AccountsRows {
  readonly externalAccounts: ExternalAccountRows;
}

export type AccountsContext = Context<typeof needs> & { readonly store: Store<AccountsRows> };

export type AccountsMethod<M extends DescMethodUnary> = Method<M, AccountsContext>;
