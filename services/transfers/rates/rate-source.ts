// The interface of rate sources.
import type { Worth } from '../domain/rates/rates.ts';

/** The values of all supported currencies at one moment, by code. */
export interface RateList {
  readonly takenAt: Date;
  readonly worths: ReadonlyMap<string, Worth>;
}

/** A locked rate of a quote. */
export interface LockedRate {
  /** uuid of the transaction. */
  readonly key: string;
  readonly sending: string;
  readonly receiving: string;
  /** Receiving major units per sending major unit, as decimal text. */
  readonly rate: string;
  /** The sent amount, in the smallest unit. */
  readonly amount: bigint;
  readonly lockedAt: Date;
}

export interface RateSource {
  /** The current values. */
  list(now: Date): Promise<RateList>;
  /** Whether the source still honors a locked rate. */
  holds(locked: LockedRate): Promise<boolean>;
}
