// An incoming transaction: its states, and what each event makes of it.

import { type Change, type Progress, type RefundTurn, turn } from '../payment/transaction.ts';
import type { IncomingFailureReason } from '../shared/failure-reasons.ts';
import { type Moves, move } from '../shared/moves.ts';

/** TENTATIVE is internal: money from outside is not shown before it is booked. */
export type IncomingStatus = 'TENTATIVE' | 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'REJECTED' | 'FAILED';

export type IncomingEvent =
  | 'seen'
  | 'credited'
  | 'debited'
  | 'collectionFailed'
  | 'returned'
  | 'unwanted'
  | 'approved'
  | 'rejected'
  | 'unapproved'
  | 'offrampFailed';

/** Every move an incoming transaction can make. COMPLETED is not final: a bank may take back what was pulled. */
export const incomingMoves: Moves<IncomingStatus, IncomingEvent> = {
  TENTATIVE: { seen: 'PENDING', credited: 'COMPLETED', debited: 'COMPLETED', unwanted: 'FAILED' },
  PENDING: {
    credited: 'COMPLETED',
    collectionFailed: 'FAILED',
    approved: 'PROCESSING',
    rejected: 'REJECTED',
    unapproved: 'FAILED',
    unwanted: 'FAILED',
  },
  PROCESSING: { credited: 'COMPLETED', offrampFailed: 'FAILED' },
  COMPLETED: { returned: 'FAILED' },
  REJECTED: {},
  FAILED: {},
};

type FailingEvent = 'collectionFailed' | 'returned' | 'unwanted' | 'unapproved' | 'offrampFailed';

/** One thing that happens to an incoming transaction and that the outside is told of. */
export type IncomingTurn =
  | { readonly event: 'seen' | 'credited' | 'debited' }
  | { readonly event: FailingEvent; readonly reason: IncomingFailureReason }
  | RefundTurn;

/** What one turn makes of an incoming transaction. Throws `ForbiddenMove` where the tables have no such move. */
export function turnIncoming<T extends Progress>(before: T, happened: IncomingTurn, now: Date): Change<T> {
  switch (happened.event) {
    case 'refundStarted':
    case 'refunded':
    case 'refundFailed':
    case 'released':
      return turn(before, happened, now);
    case 'seen':
    case 'credited':
    case 'debited':
    case 'collectionFailed':
    case 'returned':
    case 'unwanted':
    case 'unapproved':
    case 'offrampFailed': {
      const status = move(incomingMoves, { state: statusOf(before), event: happened.event });
      const counted = { ...before, status, version: before.version + 1n, updatedAt: now };
      if (happened.event === 'seen') return { after: counted, told: 'PENDING' };
      if (!('reason' in happened)) return { after: { ...counted, settledAt: now }, told: 'COMPLETED' };
      return { after: { ...counted, failureReason: happened.reason }, told: 'FAILED' };
    }
    default:
      return happened satisfies never;
  }
}

/** A platform's decision, which no event tells of. */
export function decideIncoming<T extends Progress>(before: T, event: 'approved' | 'rejected', now: Date): T {
  return { ...before, status: move(incomingMoves, { state: statusOf(before), event }), updatedAt: now };
}

/** All turns one after the other, each as the outside is told of it. */
export function turnAllIncoming<T extends Progress>(before: T, turns: readonly IncomingTurn[], now: Date): Change<T>[] {
  const changes: Change<T>[] = [];
  for (const happened of turns) changes.push(turnIncoming(changes.at(-1)?.after ?? before, happened, now));
  return changes;
}

function statusOf({ status }: Progress): IncomingStatus {
  if (isIncoming(status)) return status;
  throw new Error(`An incoming transaction cannot be ${status}.`);
}

const isIncoming = (status: string): status is IncomingStatus => status in incomingMoves;
