// Applies what happens to a transaction: first the happening is stored with the transaction, then booked, then its event is committed.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { duplicate } from '../../../kit/messages/fail.ts';
import type { CardsContext } from '../../context.ts';
import type { Happening } from '../../domain/payment/happening.ts';
import { planOf } from '../../domain/payment/plan.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';
import { bookOneOf, bookSecond } from './book.ts';
import { paymentJob } from './jobs.ts';
import { type Alongside, transit } from './transition.ts';

export interface Application {
  /** What happens, given the current transaction. */
  readonly happening: (transaction: CardTransaction) => Happening;
  /** The issuer's id of the event. An event is applied once. */
  readonly eventId?: string;
}

/**
 * The transaction after the happening, also if it was applied before. Undefined if its state does not allow it. Happenings of one transaction
 * are applied one after the other: this first completes one that another process has begun.
 */
export async function apply(context: CardsContext, id: string, application: Application): Promise<CardTransaction | undefined> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const before = await carriedOut(context, id);
    if (await isApplied(context, before, application)) return before;
    const happening = application.happening(before);
    const [first, ...others] = planOf(before, happening) ?? [];
    if (!first) return undefined;
    const alongside = reportOf(context, before, application.eventId);
    const isFree = first.legs.length === 0 && others.length === 0;
    const after = isFree
      ? await transit(context, before, first, alongside)
      : await begin(context, { ...before, happening }, alongside);
    if (after) return carryOut(context, after);
  }
  throw new Error(`The card transaction ${id} changes too often.`);
}

const attemptsMax = 50;

async function carriedOut(context: CardsContext, id: string): Promise<CardTransaction> {
  const found = await context.store.payments.find(context.caller.platformId, id);
  if (!found) throw new Error(`There is no card transaction ${id}.`);
  return carryOut(context, found);
}

async function isApplied(
  { store }: CardsContext,
  { platformId, id }: CardTransaction,
  { eventId }: Application,
): Promise<boolean> {
  return eventId !== undefined && store.payments.isReported(platformId, eventId, id);
}

/** Stores that an event was applied. Throws CONFLICT if it was applied to another transaction: of this one, the version would have changed. */
export function reportOf({ clock }: CardsContext, { platformId, id }: CardTransaction, eventId: string | undefined): Alongside {
  return async (rows) => {
    if (eventId === undefined) return;
    if (await rows.payments.addReport({ platformId, eventId, transactionId: id, createdAt: clock.now() })) return;
    throw duplicate(ErrorCode.CONFLICT, `The event ${eventId} was reported for another transaction.`);
  };
}

/** Stores the happening, with a job that completes it if this process dies. Undefined if another process was faster. */
async function begin(context: CardsContext, before: CardTransaction, alongside: Alongside): Promise<CardTransaction | undefined> {
  const after = { ...before, version: before.version + 1n };
  const begun = await context.store.write(async (rows) => {
    if (!(await rows.payments.save(before, after))) return undefined;
    await alongside(rows);
    await rows.jobs.add(paymentJob(context, after, { kind: 'carry-out' }));
    return after;
  });
  reached('card event begun');
  return begun;
}

/** Completes the happening of a transaction, if it has one. Any number of processes can do so at the same time. */
export async function carryOut(context: CardsContext, before: CardTransaction): Promise<CardTransaction> {
  const { platformId, id, happening } = before;
  if (!happening) return before;
  const candidates = planOf(before, happening) ?? [];
  const chosen = await bookOneOf(context, before, candidates);
  await bookSecond(context, before, chosen);
  const after = await transit(context, before, chosen);
  if (after) return after;
  const current = await context.store.payments.find(platformId, id);
  return current ? carryOut(context, current) : before;
}
