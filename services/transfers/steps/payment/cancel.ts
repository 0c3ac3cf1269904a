// Stopping what is on its way. That it is to be stopped is written down before the rail is asked, so that no report of the rail
// is booked meanwhile; a process that dies in between is followed by the job.

import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import { paymentOf, type Transaction } from '../../domain/payment/record.ts';
import { turn } from '../../domain/payment/transaction.ts';
import { reverseLegs } from '../../domain/shared/legs.ts';
import { book } from '../shared/book.ts';
import { current } from '../shared/current.ts';
import { outgoingEvent } from '../shared/events.ts';
import { followUpJob } from '../shared/jobs.ts';
import { railOf } from '../shared/rail-of.ts';
import { pullOf } from './collect.ts';
import { endPull, uncollected } from './credit-pull.ts';
import { conclude } from './deliver.ts';
import { payoutOf } from './payout.ts';

const recoveryMs = 10_000;

/** Undefined where a report of the rail was faster. */
export async function cancelPayout(context: TransfersContext, sent: Transaction): Promise<Transaction | undefined> {
  const change = turn(sent, { event: 'refundStarted', reason: 'USER_CANCELLATION' }, context.clock.now());
  const isMine = await context.store.write(async ({ transactions, outbox, jobs }) => {
    if (!(await transactions.save(sent, change.after))) return false;
    await outbox.add(outgoingEvent(context, change));
    await jobs.add(cancelJob(context, sent));
    return true;
  });
  reached('cancellation begun');
  return isMine ? endCancellation(context, change.after) : undefined;
}

/** Money comes back or is delivered, and never both: the rail decides, and answers the same however often it is asked. */
export async function endCancellation(context: TransfersContext, asked: Transaction): Promise<Transaction> {
  const isStopped = await railOf(context).cancel(await payoutOf(context, asked));
  reached('cancellation answered');
  if (!isStopped) return lose(context, asked);
  await book(context, { subject: asked.id, step: 'REVERSE', legs: reverseLegs(paymentOf(asked), false) });
  reached('cancellation booked');
  return conclude(context, asked, { turns: [{ event: 'refunded' }, { event: 'cancelled' }] });
}

/** It was too late: nothing is booked, and the rail goes on telling what becomes of the payment. */
async function lose(context: TransfersContext, asked: Transaction): Promise<Transaction> {
  const change = turn(asked, { event: 'refundFailed' }, context.clock.now());
  const look = followUpJob(context, change.after, 0);
  const isMine = await context.store.write(async ({ transactions, outbox, jobs }) => {
    if (!(await transactions.save(asked, change.after))) return false;
    await outbox.add(outgoingEvent(context, change));
    await jobs.remove({ kind: 'cancel', key: asked.id, caller: { platformId: asked.platformId } });
    await jobs.remove(look); // the one that waits for its time
    await jobs.add(look);
    return true;
  });
  reached('cancellation lost');
  return isMine ? change.after : current(context, asked);
}

/** A pull that is stopped has collected nothing. Undefined where it is too late. */
export async function cancelPull(context: TransfersContext, awaited: Transaction): Promise<Transaction | undefined> {
  const isStopped = await railOf(context).cancelPull(await pullOf(context, awaited));
  return isStopped ? endPull(context, awaited, uncollected) : undefined;
}

function cancelJob({ caller, clock, requestId }: TransfersContext, { id }: Transaction): NewJob {
  const runAt = new Date(clock.now().getTime() + recoveryMs);
  return { kind: 'cancel', key: id, caller, payload: { transactionId: id }, runAt, requestId };
}
