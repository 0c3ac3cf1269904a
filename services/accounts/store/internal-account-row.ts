// An internal account as it is stored.
import type { AccountStatus } from '../domain/account-status.ts';

export type AccountType = 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';

export interface InternalAccountRow {
  readonly id: string;
  readonly platformId: string;
  /** null: the account belongs to the platform. */
  readonly customerId: string | null;
  readonly type: AccountType;
  readonly currency: string;
  readonly status: AccountStatus;
  /** What its coordinates are made from. */
  readonly serial: bigint;
  /** `fundingPaymentInstructions` in the JSON that callers are shown. */
  readonly funding: string;
  readonly privateEnabled: boolean | null;
  /** Grows with every change of anything but the balances. */
  readonly revision: number;
  readonly createdAt: Date;
}

/** What moves while the account stays the same. */
export interface Balances {
  readonly available: bigint;
  readonly held: bigint;
  readonly pendingIn: bigint;
}

/** An account as it is shown. */
export interface ShownAccount extends InternalAccountRow, Balances {
  /** Of its last event. */
  readonly version: bigint;
  readonly updatedAt: Date;
}

/** An account as it stands. */
export interface InternalAccountState extends ShownAccount {
  /** The operator's rail has not issued its coordinates yet. */
  readonly coordinatesDue: boolean;
}
