// The row of an internal account.
import type { AccountStatus } from '../domain/account-status.ts';

export type AccountType = 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';

export interface InternalAccountRow {
  readonly id: string;
  readonly platformId: string;
  /** Null: the account belongs to the platform. */
  readonly customerId: string | null;
  readonly type: AccountType;
  readonly currency: string;
  readonly status: AccountStatus;
  /** Its coordinates and its payment reference are derived from it. */
  readonly serial: bigint;
  /** `fundingPaymentInstructions` in the JSON that callers receive. */
  readonly funding: string;
  readonly privateEnabled: boolean | null;
  /** Increases with every change except of balances. */
  readonly revision: number;
  readonly createdAt: Date;
}

/** The changing parts of an account. */
export interface Balances {
  readonly available: bigint;
  readonly held: bigint;
  readonly pendingIn: bigint;
}

/** An account with its balances. */
export interface ShownAccount extends InternalAccountRow, Balances {
  /** Time of its last event. */
  readonly version: bigint;
  readonly updatedAt: Date;
}

/** An account with its pending work. */
export interface InternalAccountState extends ShownAccount {
  /** The operator's rail has not issued its coordinates yet. */
  readonly coordinatesDue: boolean;
}

/** A new account. */
export interface NewInternalAccount extends Omit<InternalAccountRow, 'revision'> {
  readonly coordinatesDue: boolean;
}
