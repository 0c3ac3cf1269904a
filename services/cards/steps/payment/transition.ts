// The only code that changes card transactions: the table defines the state, the webhook and the jobs of an event, and one commit writes them.
import { reached } from '../../../kit/core/crash-points.ts';
import type { CardsContext } from '../../context.ts';
import { type Candidate, isConfirmedAtOnce, type Pull } from '../../domain/payment/candidate.ts';
import { isBegun, recoveryMs } from '../../domain/payment/due.ts';
import { type PaymentEvent, type Transition, transitionOf } from '../../domain/payment/machine.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';
import type { Change } from '../../store/payment-changes.ts';
import { paymentEvent } from './events.ts';
import { endOfPull } from './jobs.ts';

export interface Creation {
  readonly event: PaymentEvent;
  /** The issuer's id of the message. */
  readonly eventId: string;
}

/** Creates a transaction. Undefined if the card has changed, or the platform has a transaction with this token or report. */
export async function create(
  context: CardsContext,
  draft: CardTransaction,
  { event, eventId }: Creation,
): Promise<CardTransaction | undefined> {
  const transition = transitionOf(draft.direction, 'NEW', event);
  const after: CardTransaction = { ...draft, state: transition.to };
  const isMade = await context.store.payments.write(changeTo(context, after, { before: 'NEW', transition, eventId }));
  reached('card transaction created');
  return isMade ? after : undefined;
}

/** Stores what happens, before it is booked. Undefined if another process was faster, or the report is known. */
export async function begin(
  context: CardsContext,
  before: CardTransaction,
  eventId: string | undefined,
): Promise<CardTransaction | undefined> {
  const after = { ...before, version: before.version + 1n };
  const isBegunNow = await context.store.payments.write(changeTo(context, after, { before: before.state, eventId }));
  reached('card event begun');
  return isBegunNow ? after : undefined;
}

/** Commits an event that was booked. Undefined if another process was faster, or the report is known. */
export async function transit(
  context: CardsContext,
  before: CardTransaction,
  chosen: Candidate,
  eventId?: string,
): Promise<CardTransaction | undefined> {
  const transition = transitionOf(before.direction, before.state, chosen.event);
  const after = afterEvent(context, before, { chosen, transition });
  const { pull } = chosen;
  const change = changeTo(context, after, { before: before.state, transition, pull, eventId });
  const isWritten = await context.store.payments.write(change);
  reached('card event committed');
  return isWritten ? change.after : undefined;
}

function afterEvent(
  { clock }: CardsContext,
  before: CardTransaction,
  { chosen, transition }: { readonly chosen: Candidate; readonly transition: Transition },
): CardTransaction {
  const now = clock.now();
  const isDecision = before.state === 'TENTATIVE';
  return {
    ...chosen.after,
    state: transition.to,
    happening: undefined,
    version: before.version + 1n,
    lastEventAt: isDecision ? undefined : now,
    updatedAt: isDecision ? before.authorizedAt : now,
  };
}

interface Cause extends Pick<Change, 'before'> {
  /** Absent: the event has only begun. */
  readonly transition?: Transition;
  readonly pull?: Pull | undefined;
  readonly eventId?: string | undefined;
}

function changeTo(context: CardsContext, after: CardTransaction, { before, transition, pull, eventId }: Cause): Change {
  const { clock, caller } = context;
  const now = clock.now();
  const recoverMs = now.getTime() - caller.clockOffsetMs + recoveryMs; // the platform's clock can leap, but its processes are no faster
  const isConfirmed = pull !== undefined && isConfirmedAtOnce(pull);
  return {
    before,
    after: isConfirmed ? confirmed(after, now) : after,
    report: eventId === undefined ? undefined : { eventId, createdAt: now },
    event: transition && !transition.isSilent ? paymentEvent(context, after) : undefined,
    jobs: pull && !isConfirmed ? [endOfPull(context, after, pull)] : [],
    recoverAt: isBegun(after) ? new Date(recoverMs) : undefined,
  };
}

/** With its last debit confirmed. Its webhook shows that debit as pending. */
function confirmed(transaction: CardTransaction, now: Date): CardTransaction {
  const { pulls, pendingPulls } = transaction;
  return { ...transaction, pendingPulls: pendingPulls.filter((pull) => pull !== pulls), lastEventAt: now, updatedAt: now };
}
