// The only code that changes card transactions: the table defines the state, the webhook and the jobs of an event, and one commit writes them.
import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import type { CardsContext } from '../../context.ts';
import type { Candidate, Pull } from '../../domain/payment/candidate.ts';
import { type PaymentEvent, type Transition, transitionOf } from '../../domain/payment/machine.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';
import type { CardsRows } from '../../store/store.ts';
import { paymentEvent } from './events.ts';
import { carryOutKey, paymentJob } from './jobs.ts';

/** Writes further rows in the same commit. */
export type Alongside = (rows: CardsRows) => Promise<void>;

export interface Creation {
  readonly event: PaymentEvent;
  /** False: nothing is written. */
  readonly isStill: (rows: CardsRows) => Promise<boolean>;
  readonly alongside: Alongside;
}

/** Creates a transaction. Undefined if `isStill` refuses, or if the platform has one with this token. */
export async function create(
  context: CardsContext,
  draft: CardTransaction,
  { event, isStill, alongside }: Creation,
): Promise<CardTransaction | undefined> {
  const transition = transitionOf(draft.direction, 'NEW', event);
  const created: CardTransaction = { ...draft, state: transition.to };
  const made = await context.store.write(async (rows) => {
    if (!(await isStill(rows)) || !(await rows.payments.insert(created))) return undefined;
    await alongside(rows);
    await keep(context, rows, { after: created, transition });
    return created;
  });
  reached('card transaction created');
  return made;
}

/** Commits an event that was booked. Undefined if another process was faster. */
export async function transit(
  context: CardsContext,
  before: CardTransaction,
  chosen: Candidate,
  alongside: Alongside = async () => {},
): Promise<CardTransaction | undefined> {
  const transition = transitionOf(before.direction, before.state, chosen.event);
  const after = afterEvent(context, before, { chosen, transition });
  const kept = await context.store.write(async (rows) => {
    if (!(await rows.payments.save(before, after))) return undefined;
    await alongside(rows);
    if (before.happening) await rows.jobs.remove({ kind: 'carry-out', key: carryOutKey(before), caller: context.caller });
    await keep(context, rows, { after, transition, pull: chosen.pull });
    return after;
  });
  reached('card event committed');
  return kept;
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

interface Kept {
  readonly after: CardTransaction;
  readonly transition: Transition;
  readonly pull?: Pull | undefined;
}

async function keep(context: CardsContext, rows: CardsRows, { after, transition, pull }: Kept): Promise<void> {
  if (!transition.isSilent) await rows.outbox.add(paymentEvent(context, after));
  const jobs: NewJob[] = (transition.adds ?? []).map((kind) => paymentJob(context, after, { kind, pull }));
  await rows.jobs.addMany(jobs);
}
