// A journal that somebody asks for: its legs, what is wrong with them by themselves, and what tells it from another.
import { hash } from 'node:crypto';
import type { LedgerAccount } from './ledger-account.ts';

export interface Leg {
  readonly account: LedgerAccount;
  readonly currency: string;
  /** In the smallest unit; a credit is positive. */
  readonly amount: bigint;
  /** The amount is limited to what `account` holds (or owes, for a credit); the rest goes here. */
  readonly restFrom?: LedgerAccount;
}

/** A journal to book under the key (platform, subject, step). */
export interface JournalRequest {
  /** uuid that the journal will have. */
  readonly id: string;
  readonly platformId: string;
  readonly subject: string;
  readonly step: string;
  readonly legs: readonly Leg[];
  /** The platform's time. */
  readonly at: Date;
}

/** The key under which a journal is booked once. */
export function keyOf({ platformId, subject, step }: Pick<JournalRequest, 'platformId' | 'subject' | 'step'>): string {
  return `${platformId} ${subject} ${step}`;
}

/** The currencies in which the legs do not sum to zero. */
export function unbalanced(legs: readonly Pick<Leg, 'currency' | 'amount'>[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of legs) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return [...sums].filter(([, sum]) => sum !== 0n).map(([currency]) => currency);
}

/** 32 bytes in hex that are the same for the same legs only. */
export function fingerprintOf(legs: readonly Leg[]): string {
  return hash('sha256', legs.map(legText).join('\n'), 'hex');
}

function legText({ account, currency, amount, restFrom }: Leg): string {
  const rest = restFrom ? `${restFrom.balanceId} ${restFrom.part}` : '';
  return `${account.balanceId} ${account.part} ${currency} ${amount} ${rest}`;
}
