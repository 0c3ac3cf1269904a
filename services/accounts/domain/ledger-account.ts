// The accounts that the ledger books on: the parts of internal accounts, and those of the house.
import { hash } from 'node:crypto';

/** An internal account is one row with three balances; an account of the house uses the first alone. */
export type Part = 'available' | 'held' | 'pendingIn';

/** The kinds of house accounts, and whether a balance may fall below zero. Those that may not hold money that somebody has brought. */
export const mayBeNegative = {
  FUNDING: false,
  PAYOUT: false,
  REFUND: false,
  REFUND_SUSPENSE: false,
  FX: true,
  FEE_SERVICE: true,
  FEE_COUNTERPARTY: true,
  FEE_PLATFORM_PENDING: false,
  PLATFORM_RECEIVABLE: true,
  WORLD: true,
} as const;

export type HouseKind = keyof typeof mayBeNegative;

export interface House {
  readonly kind: HouseKind;
  /** Of WORLD alone; empty elsewhere. */
  readonly rail: string;
}

/** One account: its row, and which of the row's balances. */
export interface LedgerAccount {
  /** uuid: of the internal account, or made from what the house account is. */
  readonly balanceId: string;
  readonly part: Part;
  /** Absent for a part of an internal account. */
  readonly house?: House;
}

export function internalPart(accountId: string, part: Part): LedgerAccount {
  return { balanceId: accountId, part };
}

export interface HouseOf extends House {
  readonly platformId: string;
  readonly currency: string;
}

/** The house's account of a platform and currency. Its id follows from these, so that no look-up is needed. */
export function houseAccount({ platformId, currency, kind, rail }: HouseOf): LedgerAccount {
  const digest = hash('sha256', `${platformId} ${kind} ${rail} ${currency}`, 'hex');
  return { balanceId: customUuid(digest), part: 'available', house: { kind, rail } };
}

/** RFC 9562, 5.8: a uuid whose bits are ours. */
function customUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
