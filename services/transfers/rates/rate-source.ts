// Where the rates between currencies come from.
import type { Worth } from '../domain/rates/rates.ts';

/** What all traded currencies were worth at one moment, by their codes. */
export interface RateList {
  readonly takenAt: Date;
  readonly worths: ReadonlyMap<string, Worth>;
}

/** A rate that a quote has locked. */
export interface LockedRate {
  /** uuid of the transaction. */
  readonly key: string;
  readonly sending: string;
  readonly receiving: string;
  /** Receiving major units for one sending major unit, as decimal text. */
  readonly rate: string;
  /** What is sent, in the smallest unit. */
  readonly amount: bigint;
  readonly lockedAt: Date;
}

export interface RateSource {
  /** What everything is worth now. */
  list(now: Date): Promise<RateList>;
  /** Whether it still stands for a rate. */
  holds(locked: LockedRate): Promise<boolean>;
}
