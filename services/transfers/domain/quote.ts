// A quote in time: how long it may be executed, and what it shows once it may not.
import { isInstantRail } from './rails.ts';
import { type OutgoingStatus, shownStatus } from './transaction.ts';

/** What the deadline of a quote depends on. */
export interface Journey {
  readonly isLightningOrSpark: boolean;
  /** Both ends are internal, or the payout is a transfer on a chain. */
  readonly isWithoutRail: boolean;
  readonly rail?: string;
}

const lightningWindowMs = 120_000;
const instantWindowMs = 300_000;
const bankWindowMs = 900_000;

/** When a quote made now can no longer be executed. */
export function deadlineOf({ isLightningOrSpark, isWithoutRail, rail }: Journey, now: Date): Date {
  const isInstant = isWithoutRail || (rail !== undefined && isInstantRail(rail));
  const windowMs = isLightningOrSpark ? lightningWindowMs : isInstant ? instantWindowMs : bankWindowMs;
  return new Date(now.getTime() + windowMs);
}

/** A quote, as far as its deadline goes. */
export interface Lapsing {
  readonly status: OutgoingStatus;
  readonly updatedAt: Date;
  readonly expiresAt?: Date;
}

/** Whether the quote can no longer be executed because its time is over, swept or not. */
export function isExpired({ status, expiresAt }: Lapsing, now: Date): boolean {
  if (status === 'EXPIRED') return true;
  return status === 'PENDING' && expiresAt !== undefined && now >= expiresAt;
}

/** How a transaction is shown: never PENDING after its deadline, though the sweep may be seconds behind. */
export function shownAt(transaction: Lapsing, now: Date): { status: ReturnType<typeof shownStatus>; updatedAt: Date } {
  const { status, updatedAt, expiresAt } = transaction;
  if (status === 'PENDING' && expiresAt && now >= expiresAt) return { status: 'EXPIRED', updatedAt: expiresAt };
  return { status: shownStatus(status), updatedAt };
}
