// Applies a row of a table to a transaction, and determines its webhooks.
import type { FailureReason } from './failure-reasons.ts';
import type { Step } from './legs.ts';
import {
  ForbiddenTransition,
  type Refund,
  type RefundReason,
  type RefundStatus,
  type ShownStatus,
  type Transition,
  type Webhook,
} from './machine.ts';

/** The parts of a transaction that transitions change. */
export interface Progress {
  readonly state: string;
  /** Sequence of the last webhook. */
  readonly version: bigint;
  readonly updatedAt: Date;
  readonly settledAt?: Date;
  readonly failureReason?: FailureReason;
  readonly refund?: Refund;
}

/** A transaction as sent in a webhook. */
export interface Announcement<T> {
  readonly webhook: Webhook;
  readonly status: ShownStatus;
  readonly transaction: T;
}

export interface Occasion {
  readonly now: Date;
  /** The status before. */
  readonly status: ShownStatus;
  /** The status after. */
  readonly statusAfter: ShownStatus;
  readonly isSuspended?: boolean | undefined;
  readonly failure?: FailureReason | undefined;
  readonly refund?: RefundReason | undefined;
}

export interface Applied<T> {
  readonly after: T;
  readonly announcements: readonly Announcement<T>[];
}

/** The transaction after a transition. `before` already contains the data of the event. */
export function applyTransition<T extends Progress>(before: T, transition: Transition, occasion: Occasion): Applied<T> {
  const state = occasion.isSuspended ? transition.suspended : transition.to;
  if (state === undefined) throw new ForbiddenTransition(before.state, 'a refund that cannot be completed');
  const announcements: Announcement<T>[] = [];
  let { status } = occasion;
  let transaction: T = { ...before, state };
  const webhooks = webhooksOf(transition, occasion.isSuspended);
  for (const webhook of webhooks) {
    if (!isOfRefund(webhook)) status = webhook;
    const isCreation = webhook === 'PENDING' && webhooks.length > 1; // sent late, with the time of its creation
    const updatedAt = isCreation ? before.updatedAt : occasion.now;
    const counted = { ...transaction, version: transaction.version + 1n, updatedAt };
    transaction = { ...counted, ...marksOf(webhook, transaction, { transition, occasion }) };
    announcements.push({ webhook, status, transaction });
  }
  const isShownOtherwise = announcements.length === 0 && occasion.status !== occasion.statusAfter;
  return { after: isShownOtherwise ? { ...transaction, ...silentMarks(transition, occasion) } : transaction, announcements };
}

/** Of a status that no webhook reports. */
function silentMarks({ failure: failureReason }: Transition, { now, statusAfter }: Occasion): Partial<Progress> {
  return { updatedAt: now, ...(statusAfter === 'FAILED' && failureReason && { failureReason }) };
}

/** The steps that a transition books before its commit. */
export function stepsOf({ books = [] }: Transition, isSuspended = false): readonly Step[] {
  return isSuspended ? books.map((step) => (step === 'REFUND_DONE' ? 'REFUND_FAIL' : step)) : books;
}

function webhooksOf({ webhooks = [] }: Transition, isSuspended = false): readonly Webhook[] {
  return isSuspended ? webhooks.map((name) => (name === 'REFUND_COMPLETED' ? 'REFUND_FAILED' : name)) : webhooks;
}

const isOfRefund = (webhook: Webhook): webhook is `REFUND_${RefundStatus}` => webhook.startsWith('REFUND_');

interface Happening {
  readonly transition: Transition;
  readonly occasion: Occasion;
}

/** The contents of a webhook in addition to the status. */
function marksOf(webhook: Webhook, { refund }: Progress, { transition, occasion }: Happening): Partial<Progress> {
  const { now } = occasion;
  const failureReason = occasion.failure ?? transition.failure;
  switch (webhook) {
    case 'COMPLETED':
      return { settledAt: now };
    case 'FAILED':
      return failureReason ? { failureReason } : {};
    case 'REFUND_PENDING':
      return {
        refund: { status: 'PENDING', reason: occasion.refund ?? transition.refund ?? 'TRANSACTION_FAILED', initiatedAt: now },
      };
    case 'REFUND_COMPLETED':
      return refund ? { refund: { ...refund, status: 'COMPLETED', settledAt: now } } : {};
    case 'REFUND_FAILED':
      return refund ? { refund: { ...refund, status: 'FAILED' } } : {};
    default:
      return {};
  }
}
