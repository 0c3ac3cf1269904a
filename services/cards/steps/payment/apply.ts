// Applies what happens to a transaction: first the happening is stored with the transaction, then booked, then its event is committed.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { duplicate, type Refusal } from '../../../kit/messages/fail.ts';
import { invalidInput } from '../../../kit/messages/validate.ts';
import type { CardsContext } from '../../context.ts';
import { isBegun } from '../../domain/payment/due.ts';
import type { Happening } from '../../domain/payment/happening.ts';
import { planOf } from '../../domain/payment/plan.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';
import { bookOneOf, bookSecond } from './book.ts';
import { begin, transit } from './transition.ts';

export interface Application {
  /** What happens, given the current transaction. */
  readonly happening: (transaction: CardTransaction) => Happening;
  /** The issuer's id of the event. An event is applied once. */
  readonly eventId?: string;
}

/** Why a happening is not applied: the state of the transaction does not allow it, or an earlier one waits until the account takes its money. */
export type Obstacle = 'NOT_ALLOWED' | 'BLOCKED';

/**
 * The transaction after the happening, also if it was applied before. Happenings of one transaction are applied one after the other: this first
 * completes one that another process has begun. One that the account does not allow yet, such as a return that would make its balance too
 * large, stays begun until it does. Throws CONFLICT if the event was applied to another transaction, and INVALID_INPUT before anything is stored.
 */
export async function apply(context: CardsContext, id: string, application: Application): Promise<CardTransaction | Obstacle> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const before = await carriedOut(context, id);
    if (await isApplied(context, before, application)) return before;
    if (isBegun(before)) return 'BLOCKED';
    const happening = application.happening(before);
    const plan = planOf(before, happening);
    if (!plan) return 'NOT_ALLOWED';
    const [first, ...others] = plan;
    if (!first) throw invalidInput([{ field: 'amount', message: 'is too large to be booked' }]);
    const { eventId } = application;
    const isFree = first.legs.length === 0 && others.length === 0;
    const after = isFree
      ? await transit(context, before, first, eventId)
      : await begin(context, { ...before, happening }, eventId);
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
  const transactionId = eventId === undefined ? undefined : await store.payments.reportedFor(platformId, eventId);
  if (eventId !== undefined && transactionId !== undefined && transactionId !== id) throw reportedForAnother(eventId);
  return transactionId !== undefined;
}

export function reportedForAnother(eventId: string): Refusal {
  return duplicate(ErrorCode.CONFLICT, `The event ${eventId} was reported for another transaction.`);
}

/** Completes the happening of a transaction, if it has one and the accounts allow it. Any number of processes can do so at the same time. */
export async function carryOut(context: CardsContext, before: CardTransaction): Promise<CardTransaction> {
  const { platformId, id, happening } = before;
  if (!happening) return before;
  const candidates = planOf(before, happening) ?? [];
  const chosen = await bookOneOf(context, before, candidates);
  if (!chosen) return before;
  await bookSecond(context, before, chosen);
  const after = await transit(context, before, chosen);
  if (after) return after;
  const current = await context.store.payments.find(platformId, id);
  return current ? carryOut(context, current) : before;
}
