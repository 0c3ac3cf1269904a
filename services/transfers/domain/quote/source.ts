// Where the money of a payment comes from: an account inside, one outside that is pulled from, or whoever pays as told.
import { isInstantRail } from '../shared/rails.ts';

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

/** Banks let themselves be pulled from, but for the one network that only sends. */
export function isPullable({ isBankAccount, accountType }: { isBankAccount: boolean; accountType: string }): boolean {
  return isBankAccount && accountType !== 'swiftAccount';
}

/** Debits travel by the account's slow rail where it has one. */
export function pullRailOf(rails: readonly string[]): string | undefined {
  return rails.find((rail) => !isInstantRail(rail)) ?? rails[0];
}

export interface RealtimeFunding {
  readonly currency: string;
  readonly network?: string;
}

export function realtimeSource({ currency, network }: RealtimeFunding): Source {
  return { kind: 'PUSH', currency, status: 'ACTIVE', isEmbeddedWallet: false, ...(network !== undefined && { network }) };
}
