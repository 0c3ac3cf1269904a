// The only code that changes transactions: the table defines ledger steps, webhooks and jobs, and one commit writes them.

import type { NewJob } from '../../../kit/background/jobs.ts';
import type { OutboxEvent } from '../../../kit/background/outbox-event.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import {
  type EventOf,
  isOutgoing,
  type Kind,
  machines,
  type StepOf,
  shownStatus,
  type Transaction,
} from '../../domain/record/transaction.ts';
import { type Applied, applyTransition, stepsOf } from '../../domain/shared/apply-transition.ts';
import type { FailureReason } from '../../domain/shared/failure-reasons.ts';
import type { Step } from '../../domain/shared/legs.ts';
import { type JobKind, type Machine, type RefundReason, type Transition, transitionOf } from '../../domain/shared/machine.ts';
import type { TransfersRows } from '../../store/store.ts';
import { hasClaims, releaseClaims, withoutClaims } from './claims.ts';
import { transactionEvent } from './events.ts';
import { jobFor, jobKeyOf } from './jobs.ts';
import { reload } from './reload.ts';

/** An event with its data. */
export interface Happening<T extends Transaction> {
  readonly event: EventOf<T['kind']>;
  /** The transaction with all changes of the event. The table sets its state. */
  readonly known?: T;
  /** The refund cannot be completed. */
  readonly isSuspended?: boolean | undefined;
  /** If the table has no reason. */
  readonly failure?: FailureReason | undefined;
  readonly refund?: RefundReason | undefined;
  /** Delay of the added job. */
  readonly afterMs?: number | undefined;
  /** When it happened, if not now. */
  readonly at?: Date;
  /** Books a step of the table, with its legs. */
  readonly book?: (step: StepOf<T['kind']>) => Promise<void>;
  /** Writes further rows in the same commit. Returns the transaction if that has changed. */
  readonly alongside?: (rows: TransfersRows, after: T) => Promise<T>;
  /** The crash point after the commit. */
  readonly point?: string;
}

/** Books, then commits. Undefined if another process was faster: the transaction has changed. */
export async function transit<T extends Transaction>(
  context: TransfersContext,
  before: T,
  happening: Happening<T>,
): Promise<T | undefined> {
  const { platformId } = before;
  const transition = rowOf(before, before.state, happening.event);
  for (const step of stepsOf(transition, happening.isSuspended)) {
    await happening.book?.(step as StepOf<T['kind']>); // a step of the table of this kind
    reached(pointOf(step));
  }
  const applied = apply(context, { before, transition, happening });
  const { after } = applied;
  const isRemoval = transition.to === 'REMOVED';
  const jobs = jobsOf(context, after, { transition, happening });
  const endedJobs = (transition.removes ?? []).map((kind) => ({ kind, key: jobKeyOf(before, kind), caller: { platformId } }));
  const following = { events: eventsOf(context, applied), jobs, endedJobs };
  const commit = async (rows: TransfersRows) => {
    const { transactions } = rows;
    const isMine = isRemoval ? await transactions.remove(before, following) : await transactions.save(before, after, following);
    if (!isMine) return undefined;
    if (isOutgoing(before)) await releaseClaims(rows, before, isRemoval ? undefined : after.state);
    return happening.alongside ? happening.alongside(rows, after) : after;
  };
  const isSingle = !happening.alongside && !(isOutgoing(before) && hasClaims(before));
  const kept = isSingle ? await commit(context.store) : await context.store.write(commit);
  if (happening.point !== undefined) reached(happening.point);
  if (kept) for (const job of jobs) if (isUrgent(job)) await context.runNow(job);
  return kept;
}

export interface Creation<T extends Transaction> extends Happening<T> {
  /** Rows to write before the transaction, in the same commit. False: already written. */
  readonly first?: (rows: TransfersRows) => Promise<boolean>;
}

/** Creates a transaction. Undefined if it exists. */
export async function create<T extends Transaction>(
  context: TransfersContext,
  draft: T,
  creation: Creation<T>,
): Promise<T | undefined> {
  const transition = rowOf(draft, 'NEW', creation.event);
  const applied = apply(context, { before: draft, transition, happening: { at: draft.createdAt, ...creation } });
  const { after } = applied;
  const jobs = jobsOf(context, after, { transition, happening: creation });
  const following = { events: eventsOf(context, applied), jobs, endedJobs: [] };
  const { first, alongside } = creation;
  const commit = async (rows: TransfersRows) => {
    if (first && !(await first(rows))) return undefined;
    if (!(await rows.transactions.insert(after, following))) return undefined;
    return alongside ? alongside(rows, after) : after;
  };
  const made = await (first || alongside ? context.store.write(commit) : commit(context.store));
  if (creation.point !== undefined) reached(creation.point);
  return made;
}

/** For a transaction whose row the commit of another one inserts. */
export function created<T extends Transaction>(context: TransfersContext, draft: T, event: EventOf<T['kind']>): Applied<T> {
  return apply(context, { before: draft, transition: rowOf(draft, 'NEW', event), happening: { event, at: draft.createdAt } });
}

/** A second event within the commit of a first one. Only its next state matters. */
export async function transitWithin<T extends Transaction>(
  rows: TransfersRows,
  before: T,
  event: EventOf<T['kind']>,
): Promise<T> {
  const after: T = { ...before, state: rowOf(before, before.state, event).to };
  await rows.transactions.save(before, after);
  return after;
}

/** Like `transit`, but returns the current transaction if another process was faster. */
export async function transitOrReload<T extends Transaction>(
  context: TransfersContext,
  before: T,
  happening: Happening<T>,
): Promise<T> {
  return (await transit(context, before, happening)) ?? reload(context, before);
}

function rowOf({ kind }: { readonly kind: Kind }, from: string, event: string): Transition {
  const machine: Machine<string> = machines[kind];
  return transitionOf(machine, from, event);
}

interface Application<T extends Transaction> {
  readonly before: T;
  readonly transition: Transition;
  readonly happening: Happening<T>;
}

function apply<T extends Transaction>(context: TransfersContext, { before, transition, happening }: Application<T>): Applied<T> {
  const { isSuspended, failure, refund, at, known = before } = happening;
  const next = (isSuspended ? transition.suspended : transition.to) ?? before.state;
  const { announcements, after } = applyTransition(known, transition, {
    now: at ?? context.clock.now(),
    status: shownStatus(before),
    statusAfter: shownStatus({ kind: before.kind, state: next }),
    isSuspended,
    failure,
    refund,
  });
  return { announcements, after: withoutClaims(after) };
}

/** The webhooks of a transition. */
export function eventsOf<T extends Transaction>(context: TransfersContext, { announcements }: Applied<T>): OutboxEvent[] {
  return announcements.map((one) => transactionEvent(context, one));
}

function jobsOf<T extends Transaction>(
  context: TransfersContext,
  after: T,
  { transition, happening }: Omit<Application<T>, 'before'>,
): NewJob[] {
  const { afterMs } = happening;
  const reports = isReported(after) ? (['report-failure'] as const) : [];
  return [...(transition.adds ?? []), ...reports].flatMap((kind) => jobFor(context, after, { kind, afterMs }) ?? []);
}

/** Failed before any money moved: the agent that requested it has not used its limits. */
const isReported = ({ agentId, state }: Transaction) => agentId !== undefined && state === 'FAILED';

/** Work that runs now, and in the job after a crash. */
const isUrgent = ({ kind }: NewJob) => (kind as JobKind) === 'disable-invoice';

/** The crash point after booking a step. */
export const pointOf = (step: Step) => `${step.startsWith('REFUND') ? 'refund' : step.toLowerCase().replaceAll('_', ' ')} booked`;
