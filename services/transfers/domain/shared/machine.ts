// State machines as literal tables: what follows when an event meets a state. What is not in a table cannot happen.
import type { FailureReason } from './failure-reasons.ts';
import type { Step } from './legs.ts';

export type ShownStatus = 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'REJECTED' | 'EXPIRED';

/** The states of a kind: how each is shown, and what it means. */
export type StateTable = { readonly [state: string]: { readonly shown: ShownStatus; readonly means: string } };

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED';
export type RefundReason = 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';

export interface Refund {
  readonly status: RefundStatus;
  readonly reason: RefundReason;
  readonly initiatedAt: Date;
  readonly settledAt?: Date;
}

/** The part of a webhook's type behind `OUTGOING_PAYMENT.` or `INCOMING_PAYMENT.`. */
export type Webhook = Exclude<ShownStatus, 'REJECTED'> | `REFUND_${RefundStatus}`;

export type JobKind =
  | 'carry-out'
  | 'follow-up'
  | 'cancel'
  | 'lapse-authorization'
  | 'disable-invoice'
  | 'credit'
  | 'debit'
  | 'deposit'
  | 'send-back'
  | 'uma-ask'
  | 'uma-deadline'
  | 'uma-settle';

/** A step as the table names it. The step HOLD and IN have numbers where they were refused before. */
export type TableStep = Step | 'IN_2';

/** One row of a table. */
export interface Transition<S extends string = string> {
  /** The next state. REMOVED: the record goes, which nobody has seen. */
  readonly to: S | 'REMOVED';
  /** The next state where the refund cannot be completed: REFUND_FAIL is booked in place of REFUND_DONE, and announced. */
  readonly suspended?: S;
  /** Steps whose answer by the ledger is the event. One that was refused is voided. */
  readonly decidedBy?: readonly TableStep[];
  /** Steps that are booked before the commit, in this order. */
  readonly books?: readonly Step[];
  /** What is announced, in this order. */
  readonly webhooks?: readonly Webhook[];
  /** Jobs that the commit adds. A follow-up is added only where there is more to come, disable-invoice only for an invoice. */
  readonly adds?: readonly JobKind[];
  readonly removes?: readonly JobKind[];
  /** Why it has failed, unless the event says so. */
  readonly failure?: FailureReason;
  /** Why it is refunded, unless the event says so. */
  readonly refund?: RefundReason;
}

/** For each state the events that it accepts. NEW: what was not stored yet. */
export type Machine<S extends string> = { readonly [From in S | 'NEW']: { readonly [event: string]: Transition<S> } };

/** The names of the events of a table. */
export type EventsOf<M> = M extends unknown ? { [From in keyof M]: keyof M[From] }[keyof M] & string : never;

/** The steps that the driver books for a table. */
export type StepsOf<M> = M extends unknown ? BooksOf<{ [From in keyof M]: M[From][keyof M[From]] }[keyof M]> : never;
type BooksOf<Row> = Row extends { readonly books: readonly (infer S)[] } ? S | SuspendedStep<Row> : never;
type SuspendedStep<Row> = Row extends { readonly suspended: string } ? 'REFUND_FAIL' : never;

/** An event that the table does not have for the state: a defect of ours, never the caller's. */
export class ForbiddenTransition extends Error {
  constructor(state: string, event: string) {
    super(`There is no transition from ${state} by ${event}.`);
    this.name = 'ForbiddenTransition';
  }
}

/** Throws `ForbiddenTransition`. */
export function transitionOf<S extends string>(machine: Machine<S>, from: S | 'NEW', event: string): Transition<S> {
  const transition = machine[from][event];
  if (!transition) throw new ForbiddenTransition(from, event);
  return transition;
}
