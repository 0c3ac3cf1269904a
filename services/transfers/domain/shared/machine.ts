// State machines as literal tables: the effects of an event in a state. Transitions that are not in the table are forbidden.
import type { FailureReason } from './failure-reasons.ts';
import type { Step } from './legs.ts';

export type ShownStatus = 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'REJECTED' | 'EXPIRED';

/** The states of a kind, each with its status and meaning. */
export type StateTable = { readonly [state: string]: { readonly shown: ShownStatus; readonly means: string } };

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED';
export type RefundReason = 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';

export interface Refund {
  readonly status: RefundStatus;
  readonly reason: RefundReason;
  readonly initiatedAt: Date;
  readonly settledAt?: Date;
}

/** The part of a webhook type after `OUTGOING_PAYMENT.` or `INCOMING_PAYMENT.`. */
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
  | 'uma-settle'
  | 'report-failure';

/** A step as named in the table. The steps HOLD and IN get a number after a refusal. */
export type TableStep = Step | 'IN_2';

/** One row of a table. */
export interface Transition<S extends string = string> {
  /** The next state. REMOVED: deletes a record that was never shown. */
  readonly to: S | 'REMOVED';
  /** The next state if the refund cannot be completed: REFUND_FAIL is booked and sent instead of REFUND_DONE. */
  readonly suspended?: S;
  /** Steps whose result is the event. A refused step is voided. */
  readonly decidedBy?: readonly TableStep[];
  /** Steps booked before the commit, in this order. */
  readonly books?: readonly Step[];
  /** Webhooks, in this order. */
  readonly webhooks?: readonly Webhook[];
  /** Jobs that the commit adds. A follow-up is added only if more is expected, disable-invoice only for an invoice. */
  readonly adds?: readonly JobKind[];
  readonly removes?: readonly JobKind[];
  /** Failure reason, unless the event has one. */
  readonly failure?: FailureReason;
  /** Refund reason, unless the event has one. */
  readonly refund?: RefundReason;
}

/** The accepted events of each state. NEW: not stored yet. */
export type Machine<S extends string> = { readonly [From in S | 'NEW']: { readonly [event: string]: Transition<S> } };

/** The names of the events of a table. */
export type EventsOf<M> = M extends unknown ? { [From in keyof M]: keyof M[From] }[keyof M] & string : never;

/** The steps that the driver books for a table. */
export type StepsOf<M> = M extends unknown ? BooksOf<{ [From in keyof M]: M[From][keyof M[From]] }[keyof M]> : never;
type BooksOf<Row> = Row extends { readonly books: readonly (infer S)[] } ? S | SuspendedStep<Row> : never;
type SuspendedStep<Row> = Row extends { readonly suspended: string } ? 'REFUND_FAIL' : never;

/** An event that the table does not have for the state. Always a bug, never an error of the caller. */
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
