// A transaction: its states, and what each event makes of it. An outgoing one and its quote are one record, shown in two ways.
import type { FailureReason, OutgoingFailureReason } from '../shared/failure-reasons.ts';
import { type Moves, move } from '../shared/moves.ts';

/**
 * TENTATIVE and EXECUTING are internal. TENTATIVE: made and executed at once, and not yet held, so that nobody sees it; refused, it
 * leaves nothing behind. EXECUTING: taken by one execution, shown as PENDING until the hold is booked or refused. ACCEPTED: a
 * transfer without a quote whose money is held, shown as PENDING until its rail takes it.
 */
export type OutgoingStatus =
  | 'TENTATIVE'
  | 'PENDING'
  | 'PENDING_AUTHORIZATION'
  | 'EXECUTING'
  | 'ACCEPTED'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED';

/** REJECTED is of incoming ones alone: their platform did not want them. */
export type TransactionStatus = OutgoingStatus | 'REJECTED';

export type OutgoingEvent =
  | 'executed'
  | 'challenged'
  | 'authorized'
  | 'unauthorized'
  | 'held'
  | 'accepted'
  | 'taken'
  | 'refused'
  | 'withdrawn'
  | 'expired'
  | 'fundsRefused'
  | 'pullFailed'
  | 'delivered'
  | 'cancelled'
  | 'payoutFailed'
  | 'returned';

/** Every move an outgoing transaction can make. COMPLETED is not final: a bank may return the money days later. */
export const outgoingMoves: Moves<OutgoingStatus, OutgoingEvent> = {
  TENTATIVE: { held: 'PROCESSING', accepted: 'ACCEPTED' },
  PENDING: { executed: 'EXECUTING', challenged: 'PENDING_AUTHORIZATION', expired: 'EXPIRED', withdrawn: 'FAILED' },
  PENDING_AUTHORIZATION: {
    challenged: 'PENDING_AUTHORIZATION',
    executed: 'EXECUTING',
    authorized: 'PENDING',
    unauthorized: 'FAILED',
    withdrawn: 'FAILED',
  },
  EXECUTING: { held: 'PROCESSING', refused: 'PENDING', withdrawn: 'FAILED', fundsRefused: 'FAILED' },
  ACCEPTED: { taken: 'PROCESSING', payoutFailed: 'FAILED' },
  PROCESSING: { delivered: 'COMPLETED', cancelled: 'COMPLETED', payoutFailed: 'FAILED', pullFailed: 'FAILED' },
  COMPLETED: { returned: 'FAILED' },
  FAILED: {},
  EXPIRED: {},
};

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED';
/** `released`: the operator has brought a suspended refund home. */
export type RefundEvent = 'refunded' | 'refundFailed' | 'released';

/** A refund is apart from the status: it moves on when the transaction no longer does. */
export const refundMoves: Moves<RefundStatus, RefundEvent> = {
  PENDING: { refunded: 'COMPLETED', refundFailed: 'FAILED' },
  COMPLETED: {},
  FAILED: { released: 'COMPLETED' },
};

export type RefundReason = 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';

export interface Refund {
  readonly status: RefundStatus;
  readonly reason: RefundReason;
  readonly initiatedAt: Date;
  readonly settledAt?: Date;
}

/** What can change of a transaction. The rest is settled when it is made. */
export interface Progress {
  readonly status: TransactionStatus;
  /** Counts what the outside was told of; the sequence of its events. */
  readonly version: bigint;
  readonly updatedAt: Date;
  readonly settledAt?: Date;
  readonly failureReason?: FailureReason;
  readonly refund?: Refund;
}

export type RefundTurn = { readonly event: RefundEvent } | { readonly event: 'refundStarted'; readonly reason: RefundReason };

type FailingEvent = 'withdrawn' | 'unauthorized' | 'fundsRefused' | 'pullFailed' | 'payoutFailed' | 'returned';

/** One thing that happens to an outgoing transaction and that the outside is told of. */
export type Turn =
  | { readonly event: 'held' | 'accepted' | 'taken' | 'challenged' | 'authorized' | 'expired' | 'delivered' | 'cancelled' }
  | { readonly event: FailingEvent; readonly reason: OutgoingFailureReason }
  | RefundTurn;

/** What the outside is told: the part of the event's type behind `OUTGOING_PAYMENT.`. */
export type Told =
  | 'PENDING'
  | 'PENDING_AUTHORIZATION'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED'
  | `REFUND_${RefundStatus}`;

export interface Change<T extends Progress> {
  readonly after: T;
  readonly told: Told;
}

/** What one turn makes of a transaction. Throws `ForbiddenMove` where the tables have no such move. */
export function turn<T extends Progress>(before: T, happened: Turn, now: Date): Change<T> {
  const counted = { ...before, version: before.version + 1n, updatedAt: now };
  switch (happened.event) {
    case 'refundStarted': {
      const refund: Refund = { status: 'PENDING', reason: happened.reason, initiatedAt: now };
      return { after: { ...counted, refund }, told: 'REFUND_PENDING' };
    }
    case 'refunded':
    case 'refundFailed':
    case 'released': {
      const refund = endRefund(before.refund, happened.event, now);
      return { after: { ...counted, refund }, told: `REFUND_${refund.status}` };
    }
    default: {
      const status = move(outgoingMoves, { state: outgoingOf(before), event: happened.event });
      return { after: { ...counted, status, ...marksOf(status, happened, now) }, told: toldOf(status) };
    }
  }
}

/** The status of an outgoing transaction. Throws for one that cannot be its. */
export function outgoingOf({ status }: Pick<Progress, 'status'>): OutgoingStatus {
  if (status !== 'REJECTED') return status;
  throw new Error('An outgoing transaction cannot be rejected.');
}

/** All turns one after the other, each as the outside is told of it. */
export function turnAll<T extends Progress>(before: T, turns: readonly Turn[], now: Date): Change<T>[] {
  const changes: Change<T>[] = [];
  for (const happened of turns) changes.push(turn(changes.at(-1)?.after ?? before, happened, now));
  return changes;
}

function endRefund(refund: Refund | undefined, event: RefundEvent, now: Date): Refund {
  if (!refund) throw new Error('A refund that never started cannot end.');
  const status = move(refundMoves, { state: refund.status, event });
  return status === 'COMPLETED' ? { ...refund, status, settledAt: now } : { ...refund, status };
}

function marksOf(status: OutgoingStatus, happened: Turn, now: Date): Partial<Progress> {
  if (status === 'COMPLETED') return { settledAt: now };
  if (status === 'FAILED' && 'reason' in happened && happened.event !== 'refundStarted')
    return { failureReason: happened.reason };
  return {};
}

/** How a status is shown. */
export function shownStatus<S extends TransactionStatus>(status: S): ShownStatus<S> {
  const shown = status === 'EXECUTING' || status === 'TENTATIVE' || status === 'ACCEPTED' ? 'PENDING' : status;
  return shown as ShownStatus<S>;
}

export type ShownStatus<S extends TransactionStatus = TransactionStatus> =
  | Exclude<S, 'TENTATIVE' | 'EXECUTING' | 'ACCEPTED'>
  | 'PENDING';

function toldOf(status: OutgoingStatus): Told {
  return shownStatus(status);
}
