// The parties of a payment: the accounts at both ends, their owners, and the platform, as their services return them now.

import type { Account } from '../../../../gen/payments/accounts/v1/account_directory_pb.ts';
import {
  type InternalAccount,
  InternalAccountStatus,
  InternalAccountType,
} from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import type { Platform } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { publicId } from '../../../kit/core/ids.ts';
import { refusalFrom } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { toDestination, toSource } from '../../convert-account.ts';
import type { Destination } from '../../domain/quote/destination.ts';
import type { Source } from '../../domain/quote/source.ts';
import { rememberAccounts } from './outside-account.ts';

/** The owner of the money. */
export interface Owner {
  /** Public id of the customer or platform. */
  readonly id: string;
  readonly platformCustomerId: string;
  /** Absent: the platform itself. */
  readonly customer?: Customer;
}

export interface Ends {
  readonly source: Source | undefined;
  readonly destination: Destination | undefined;
  readonly platform: Platform;
}

/** Public ids. A payment with realtime funding has no source account. */
export interface EndIds {
  readonly source?: string | undefined;
  readonly destination: string;
}

/** The accounts with both public ids, if they exist, and the platform. */
export async function findEnds(context: TransfersContext, ids: EndIds): Promise<Ends> {
  const { clients } = context;
  const wanted = [...new Set([ids.source, ids.destination])].filter((id) => id !== undefined);
  const [{ accounts }, platform] = await Promise.all([
    clients.accounts.getAccounts({ ids: wanted }),
    clients.platforms.getPlatform({}),
  ]);
  rememberAccounts(context, accounts);
  const byId = new Map(accounts.map(({ kind }) => [idOf(kind), kind]));
  const source = ids.source === undefined ? undefined : byId.get(ids.source);
  const destination = byId.get(ids.destination);
  return { source: source && toSource(source), destination: destination && toDestination(destination), platform };
}

function idOf(kind: Account['kind']): string {
  if (kind.case === 'internal') return kind.value.id;
  return kind.case === 'external' ? (kind.value.account?.id ?? '') : '';
}

/** The owner with this public id. Undefined if there is no such customer. Absent: the platform. */
export async function findOwner(context: TransfersContext, customerId: string | undefined): Promise<Owner | undefined> {
  if (customerId === undefined) return platformAsOwner(context);
  try {
    const customer = await context.clients.customers.getCustomer({ customerId });
    return { id: customerId, platformCustomerId: customer.platformCustomerId, customer };
  } catch (error) {
    if (refusalFrom(error)?.code === ErrorCode.USER_NOT_FOUND) return undefined;
    throw error;
  }
}

/** The public id under which a platform's own transactions are stored. */
export function platformOwnerId({ caller }: Pick<TransfersContext, 'caller'>): string {
  return publicId('Platform', caller.platformId);
}

function platformAsOwner(context: TransfersContext): Owner {
  const id = platformOwnerId(context);
  return { id, platformCustomerId: id };
}

/** The platform's account for its fees in a currency, if it can receive money. */
export async function findFeeAccount({ clients }: TransfersContext, currency: string): Promise<InternalAccount | undefined> {
  const { data } = await clients.internalAccounts.listPlatformInternalAccounts({ currency });
  return data.find(({ status, type }) => {
    return status === InternalAccountStatus.ACTIVE && type !== InternalAccountType.EMBEDDED_WALLET;
  });
}
