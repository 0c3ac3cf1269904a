// A quote in time: how long it may be executed, and what it shows once it may not.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import { move } from '../shared/moves.ts';
import { isInstantRail, isInstantRoute, type Route } from '../shared/rails.ts';
import type { Transaction } from './record.ts';
import { outgoingMoves, outgoingOf, type ShownStatus, shownStatus, type TransactionStatus } from './transaction.ts';

/** What the deadline of a quote depends on. */
export interface Journey {
  readonly isLightningOrSpark: boolean;
  /** Both ends are internal, or the payout is a transfer on a chain. */
  readonly isWithoutRail: boolean;
  readonly route?: Route;
  /** What the money is pulled by, where it is. */
  readonly pullRail?: string;
}

const lightningWindowMs = 120_000;
const instantWindowMs = 300_000;
const bankWindowMs = 900_000;

/** When a quote made now can no longer be executed. */
export function deadlineOf({ isLightningOrSpark, isWithoutRail, route, pullRail }: Journey, now: Date): Date {
  const isPaidOutAtOnce = isWithoutRail || (route !== undefined && isInstantRoute(route));
  const isInstant = isPaidOutAtOnce && (pullRail === undefined || isInstantRail(pullRail));
  const windowMs = isLightningOrSpark ? lightningWindowMs : isInstant ? instantWindowMs : bankWindowMs;
  return new Date(now.getTime() + windowMs);
}

/** A quote, as far as its deadline goes. */
export interface Lapsing {
  readonly status: TransactionStatus;
  readonly updatedAt: Date;
  readonly expiresAt?: Date;
}

/** Whether the quote can no longer be executed because its time is over, swept or not. */
export function isExpired({ status, expiresAt }: Lapsing, now: Date): boolean {
  if (status === 'EXPIRED') return true;
  return status === 'PENDING' && expiresAt !== undefined && now >= expiresAt;
}

/** How a transaction is shown: never PENDING after its deadline, though the sweep may be seconds behind. */
export function shownAt(transaction: Lapsing, now: Date): { status: ShownStatus; updatedAt: Date } {
  const { status, updatedAt, expiresAt } = transaction;
  if (status === 'PENDING' && expiresAt && now >= expiresAt) return { status: 'EXPIRED', updatedAt: expiresAt };
  return { status: shownStatus(status), updatedAt };
}

/**
 * The intent to execute a quote: taken by this operation, and not yet held. Throws CONFLICT where it is too late or somebody was
 * faster.
 */
export function beginExecution(quote: Transaction, { now, operationId }: { now: Date; operationId: string }): Transaction {
  if (isExpired(quote, now)) {
    throw fail(ErrorCode.CONFLICT, 'The quote has expired. Create a new one.', { reason: 'QUOTE_EXPIRED' });
  }
  if (quote.status !== 'PENDING') throw taken(quote);
  return begun(quote, operationId);
}

/**
 * The same for a quote whose customer has given every proof: its rate stays locked beyond its deadline. The intent keeps the last
 * challenge: the proof counts for this attempt alone.
 */
export function beginAuthorized(quote: Transaction, operationId: string): Transaction {
  if (quote.status !== 'PENDING_AUTHORIZATION') throw taken(quote);
  return begun(quote, operationId);
}

function begun(quote: Transaction, operationId: string): Transaction {
  const status = move(outgoingMoves, { state: outgoingOf(quote), event: 'executed' });
  return { ...quote, status, operationId, attempt: quote.attempt + 1 };
}

/** The quote as it was before an execution that the ledger refused. */
export function undoExecution(intent: Transaction): Transaction {
  return { ...intent, status: move(outgoingMoves, { state: outgoingOf(intent), event: 'refused' }) };
}

/** Why a quote cannot be taken that somebody has taken before. */
export function taken({ status }: Pick<Transaction, 'status'>): Refusal {
  if (status === 'PENDING_AUTHORIZATION') {
    return fail(ErrorCode.CONFLICT, 'The quote requires strong customer authentication. Authorize it.', {
      reason: 'AUTHORIZATION_PENDING',
    });
  }
  return fail(ErrorCode.CONFLICT, 'The quote was already executed.', { reason: 'QUOTE_ALREADY_EXECUTED' });
}
