// The accounts of the ledger: parts of internal accounts, and house accounts.
import { hash } from 'node:crypto';
import { familyOf } from '../../kit/core/ids.ts';

/** An internal account is one row with three balances. A house account uses only the first. */
export type Part = 'available' | 'held' | 'pendingIn';

/** The kinds of house accounts, and whether a balance may be negative. Accounts that hold received money may not. */
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
  CARD_NETWORK: true,
  CARD_RECEIVABLE: true,
  CARD_LOSS: true,
  WORLD: true,
  STABLECOIN_CLEARING: true,
  STABLECOIN_BACKING: true,
  STABLECOIN_OUTSTANDING: true,
  STABLECOIN_BURNING: true,
  STABLECOIN_ISSUER: true,
} as const;

export type HouseKind = keyof typeof mayBeNegative;

export interface House {
  readonly kind: HouseKind;
  /** Of WORLD: the rail. Of CARD_RECEIVABLE: uuid of the customer. Of the STABLECOIN kinds: uuid of the stablecoin. Empty for others. */
  readonly subaccount: string;
}

/** An account: its row, and which of the row's balances. */
export interface LedgerAccount {
  /** uuid of the internal account, or derived from the house account. */
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

/** The house account of a platform and currency. Its id is derived from these, so no lookup is required, and is the same in forks. */
export function houseAccount({ platformId, currency, kind, subaccount }: HouseOf): LedgerAccount {
  const digest = hash('sha256', `${familyOf(platformId)} ${kind} ${subaccount} ${currency}`, 'hex');
  return { balanceId: customUuid(digest), part: 'available', house: { kind, subaccount } };
}

/** RFC 9562, 5.8: a uuid with custom bits. */
function customUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
