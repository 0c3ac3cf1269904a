// Where the money of a payment comes from: an account inside, one outside that is pulled from, or whoever pays as told.
import type { Account, KnownExternalAccount } from '../../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ExternalAccountStatus } from '../../../../gen/payments/accounts/v1/external_account_pb.ts';
import {
  type InternalAccount,
  InternalAccountStatus,
  InternalAccountType,
} from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { nameIn } from '../shared/name-in.ts';
import { networkOfWallet } from '../shared/networks.ts';
import { isInstantRail } from '../shared/rails.ts';
import { railsOf } from './destination.ts';

/** INTERNAL: held in advance. PULL: the service takes it from a bank account. PUSH: it is paid to the quote's instructions. */
export type SourceKind = 'INTERNAL' | 'PULL' | 'PUSH';

export interface Source {
  readonly kind: SourceKind;
  /** Public id of the account; absent: realtime funding. */
  readonly id?: string;
  readonly currency: string;
  /** Name of the account's status; ACTIVE where there is no account. */
  readonly status: string;
  /** Public id of the owner; absent: the platform, or no account. */
  readonly customerId?: string;
  /** What an account inside can pay with now. */
  readonly available?: bigint;
  /** Its holder signs each payment. */
  readonly isEmbeddedWallet: boolean;
  /** Name of the rail that a pull travels by. */
  readonly rail?: string;
  /** Name of the network that crypto assets come by; absent where several are offered. */
  readonly network?: string;
  /** The number or address of an account outside. */
  readonly identifier?: string;
}

/** The source that an account is, or undefined when it cannot be one. */
export function sourceOf(account: Account['kind']): Source | undefined {
  if (account.case === 'internal') return internalSource(account.value);
  return account.case === 'external' ? externalSource(account.value) : undefined;
}

function internalSource({ id, type, status, balance, customerId }: InternalAccount): Source {
  return {
    kind: 'INTERNAL',
    id,
    currency: balance?.currency?.code ?? '',
    status: nameIn(InternalAccountStatus, status),
    available: balance?.amount ?? 0n,
    isEmbeddedWallet: type === InternalAccountType.EMBEDDED_WALLET,
    ...(customerId !== undefined && { customerId }),
  };
}

/** Banks let themselves be pulled from, but for the one network that only sends. */
function externalSource({ account, isBankAccount, primaryIdentifier }: KnownExternalAccount): Source | undefined {
  const info = account?.accountInfo?.info;
  if (!account || !info?.case) return undefined;
  const isPulled = isBankAccount && info.case !== 'swiftAccount';
  const rail = isPulled ? pullRailOf(railsOf(account)) : undefined;
  const network = networkOfWallet(info.case);
  return {
    kind: isPulled ? 'PULL' : 'PUSH',
    id: account.id,
    currency: account.currency,
    status: nameIn(ExternalAccountStatus, account.status),
    isEmbeddedWallet: false,
    identifier: primaryIdentifier,
    ...(rail !== undefined && { rail }),
    ...(network !== undefined && { network }),
    ...(account.customerId !== undefined && { customerId: account.customerId }),
  };
}

/** Debits travel by the account's slow rail where it has one. */
function pullRailOf(rails: readonly string[]): string | undefined {
  return rails.find((rail) => !isInstantRail(rail)) ?? rails[0];
}

export interface RealtimeFunding {
  readonly currency: string;
  readonly network?: string;
}

export function realtimeSource({ currency, network }: RealtimeFunding): Source {
  return { kind: 'PUSH', currency, status: 'ACTIVE', isEmbeddedWallet: false, ...(network !== undefined && { network }) };
}
