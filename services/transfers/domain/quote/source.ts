// The source of a payment: an internal account, an external account to pull from, or funds that the payer sends.
import { isInstantRail } from '../shared/rails.ts';

/** INTERNAL: held in advance. PULL: the rail pulls from a bank account. PUSH: the payer sends funds as instructed. */
export type SourceKind = 'INTERNAL' | 'PULL' | 'PUSH';

export interface Source {
  readonly kind: SourceKind;
  /** Public id of the account. Absent: realtime funding. */
  readonly id?: string;
  readonly currency: string;
  /** Name of the account's status. ACTIVE if there is no account. */
  readonly status: string;
  /** Public id of the owner. Absent: the platform, or no account. */
  readonly customerId?: string;
  /** The available balance of an internal account. */
  readonly available?: bigint;
  /** Its holder signs each payment. */
  readonly isEmbeddedWallet: boolean;
  /** Name of the rail for a pull. */
  readonly rail?: string;
  /** Name of the network for crypto assets. Absent if several are offered. */
  readonly network?: string;
  /** The number or address of an external account. */
  readonly identifier?: string;
}

/** Bank accounts support pulls, except on one network that only sends. */
export function isPullable({ isBankAccount, accountType }: { isBankAccount: boolean; accountType: string }): boolean {
  return isBankAccount && accountType !== 'swiftAccount';
}

/** Pulls use the slow rail of the account, if it has one. */
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
