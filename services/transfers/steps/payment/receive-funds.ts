// Money that has come for a quote which is paid from outside: in time it is what executes the quote; else it goes back.

import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import { beginExecution, isExpired } from '../../domain/payment/quote.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { type Change, turn } from '../../domain/payment/transaction.ts';
import type { TransfersRows } from '../../store/store.ts';
import { countedBefore } from '../shared/counted-before.ts';
import { current } from '../shared/current.ts';
import { outgoingEvent } from '../shared/events.ts';
import { tryClaimInvoice } from '../shared/invoices.ts';
import { carryOutJob } from '../shared/jobs.ts';
import { tryReserve } from '../shared/volume.ts';
import { type Arrival, reportedOf } from './arrival.ts';
import { carryOutForCaller } from './carry-out-for-caller.ts';
import { overLimitRound, stoppedRound } from './deliver.ts';
import { sendBack } from './send-back.ts';

/** What the money has come to: the quote's transaction, or one of the deposit's own where the quote was paid before. */
export async function receiveFunds(context: TransfersContext, quote: Transaction, arrival: Arrival): Promise<Transaction> {
  const known = await countedBefore(context, reportedOf(quote, arrival));
  if (known !== undefined) return (await context.store.transactions.find(quote.platformId, known)) ?? quote;

  const taking = takingOf(context, quote, arrival);
  if (!taking) return sendBack(context, quote, arrival);
  const taken = await take(context, quote, { taking, arrival });
  if (taken) return carryOutForCaller(context, taken);
  return receiveFunds(context, await current(context, quote), arrival);
}

/** The same for money that only an open quote takes: undefined where the quote is not open (any more), and the money never came. */
export async function payOpenQuote(
  context: TransfersContext,
  quote: Transaction,
  arrival: Arrival,
): Promise<Transaction | undefined> {
  if (quote.status !== 'PENDING' || isExpired(quote, context.clock.now())) return undefined;
  const taking = takingOf(context, quote, arrival);
  const taken = taking && (await take(context, quote, { taking, arrival }));
  return taken && carryOutForCaller(context, taken);
}

interface Taking {
  readonly after: Transaction;
  /** What the outside has not been told of before. */
  readonly expired?: Change<Transaction>;
}

/** Undefined where the quote has its money already, or goes on without it. */
function takingOf({ clock, operationId }: TransfersContext, quote: Transaction, arrival: Arrival): Taking | undefined {
  const now = clock.now();
  const { amount: arrived, onChain: source } = arrival;
  const came = { arrived, ...(source && { onChain: { source } }) };
  if (!isExpired(quote, now)) {
    if (quote.status !== 'PENDING') return undefined;
    return { after: { ...beginExecution(quote, { now, operationId }), ...came } };
  }
  if (quote.arrived !== undefined) return undefined;
  const late = { ...came, attempt: quote.attempt + 1 };
  if (quote.status === 'EXPIRED') return { after: { ...quote, ...late } };
  const expired = turn(quote, { event: 'expired' }, quote.expiresAt ?? now);
  return { after: { ...expired.after, ...late }, expired };
}

/** Undefined when another was faster. */
async function take(
  context: TransfersContext,
  quote: Transaction,
  { taking, arrival }: { taking: Taking; arrival: Arrival },
): Promise<Transaction | undefined> {
  const { after, expired } = taking;
  const deposit = { ...reportedOf(quote, arrival), transactionId: quote.id, createdAt: context.clock.now() };
  const taken = await context.store.write(async (rows) => {
    if (!(await rows.transactions.save(quote, after))) return undefined;
    if (!(await rows.deposits.count(deposit))) throw new Error(`The deposit ${arrival.key} was counted for another payment.`);
    if (expired) await rows.outbox.add(outgoingEvent(context, expired));
    await rows.jobs.add(carryOutJob(context, after));
    return after.status === 'EXECUTING' ? countOrStop(rows, context, after) : after;
  });
  reached('funds seen');
  return taken;
}

/** Money that has come cannot be refused: what would pay an invoice twice, or pass a cap, is marked to go back. */
async function countOrStop(rows: TransfersRows, context: TransfersContext, taken: Transaction): Promise<Transaction> {
  if (!(await tryClaimInvoice(rows, taken))) return stop(rows, taken, stoppedRound);
  const { counted, refusal } = await tryReserve(rows, context, taken);
  return refusal ? stop(rows, taken, overLimitRound) : counted;
}

async function stop(rows: TransfersRows, taken: Transaction, round: number): Promise<Transaction> {
  const stopped = { ...taken, round };
  await rows.transactions.save(taken, stopped);
  return stopped;
}
