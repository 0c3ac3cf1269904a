// From the hold to the end: the money is handed over, and each report of the rail becomes what it means for the transaction.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import { isCancellable } from '../../domain/payment/cancellation.ts';
import { paymentOf, quoteOf, type Transaction } from '../../domain/payment/record.ts';
import { type Turn, turnAll } from '../../domain/payment/transaction.ts';
import { dispatchLegs, type Payment, settleLegs } from '../../domain/shared/legs.ts';
import type { Report } from '../../rails/rail.ts';
import { type Booking, book, bookOrVoid } from '../shared/book.ts';
import { current } from '../shared/current.ts';
import { incomingCompleted, outgoingEvent } from '../shared/events.ts';
import { disableInvoiceJob, releaseInvoice } from '../shared/invoices.ts';
import { followUpJob } from '../shared/jobs.ts';
import { railOf } from '../shared/rail-of.ts';
import { refundAccountOf } from '../shared/refund-account.ts';
import { releaseVolume, uncounted } from '../shared/volume.ts';
import { checkPayout, submitPayout } from './hand-over.ts';
import { receiverSide } from './receiver-side.ts';
import { bookingFor } from './turn-booking.ts';

/** Hands over what is held, unless the account that pays was frozen meanwhile. */
export async function deliver(context: TransfersContext, held: Transaction): Promise<Transaction> {
  const refusal = await bookOrVoid(context, dispatchOf(held));
  reached('dispatch booked');
  if (refusal) return conclude(context, held, { turns: failed, isDispatched: false });
  if (quoteOf(held).destinationKind === 'INTERNAL') return credit(context, held);

  const report = await submitPayout(context, held);
  reached('payout submitted');
  return conclude(context, held, report);
}

function dispatchOf(held: Transaction): Booking {
  return { subject: held.id, step: 'DISPATCH', legs: dispatchLegs(paymentOf(held)) };
}

/** The account inside takes the money, unless it would hold more than can be counted. */
async function credit(context: TransfersContext, dispatched: Transaction): Promise<Transaction> {
  const { id: subject } = dispatched;
  const refusal = await bookOrVoid(context, { subject, step: 'SETTLE', legs: settleLegs(paymentOf(dispatched)) });
  reached('payout submitted');
  if (refusal) return conclude(context, dispatched, { turns: failed });
  return conclude(context, dispatched, { turns: [{ event: 'delivered' }], isSettled: true });
}

const givenBack: readonly Turn[] = [{ event: 'refundStarted', reason: 'TRANSACTION_FAILED' }, { event: 'refunded' }];
const failed: readonly Turn[] = [{ event: 'payoutFailed', reason: 'QUOTE_EXECUTION_FAILED' }, ...givenBack];
const overLimit: readonly Turn[] = [{ event: 'payoutFailed', reason: 'LIMIT_EXCEEDED' }, ...givenBack];

/** Returns the money of a payment that was stopped before it could be handed over. */
export async function giveBack(context: TransfersContext, stopped: Transaction): Promise<Transaction> {
  const turns = stopped.round === overLimitRound ? overLimit : failed;
  return conclude(context, stopped, { turns, isDispatched: false });
}

/** The round of a transaction that is not to be dispatched. */
export const stoppedRound = -1;

/** The round of one that would pass what may be sent in a day. */
export const overLimitRound = -2;

/** Asks the rail once more. */
export async function followUp(context: TransfersContext, sent: Transaction): Promise<Transaction> {
  if (sent.status === 'ACCEPTED') await book(context, dispatchOf(sent)); // earlier releases handed over first
  const report = await checkPayout(context, sent);
  const concluding = await claimed(context, sent, report);
  return concluding ? conclude(context, concluding, report) : current(context, sent);
}

/** A payment that could be cancelled still is taken first, so that no cancellation comes between the books and the outcome. */
async function claimed({ store }: TransfersContext, sent: Transaction, { turns }: Report): Promise<Transaction | undefined> {
  if (turns.length === 0 || !isCancellable(sent)) return sent;
  const concluding: Transaction = { ...sent, stage: 'CONCLUDING' };
  const isMine = await store.write(({ transactions }) => transactions.save(sent, concluding));
  reached('report claimed');
  return isMine ? concluding : undefined;
}

export interface Conclusion extends Report {
  /** False where the money has not left the hold. */
  readonly isDispatched?: boolean;
  /** The settlement is booked already. */
  readonly isSettled?: boolean;
}

/** Books what a report means, then writes it down with its events and the next look, in one commit. */
export async function conclude(context: TransfersContext, before: Transaction, report: Conclusion): Promise<Transaction> {
  const { payment, turns } = await planOf(context, before, report);
  const { isDispatched = true, isSettled = false } = report;
  for (const { event } of turns) {
    if (event === 'refunded') await sendHome(context, before, payment);
    const booking = bookingFor(event, { before, payment, isDispatched, isSettled });
    if (booking) await book(context, { subject: before.id, ...booking });
    reached(`${event} booked`);
  }

  const known = noted(before, report);
  const changes = turnAll(known, turns, context.clock.now());
  const ended: Transaction = { ...(changes.at(-1)?.after ?? known), stage: 'PAYOUT', round: before.round + 1 };
  const isRefunded = ended.refund?.status === 'COMPLETED';
  const after = isRefunded ? uncounted(ended) : ended;
  const isDelivered = changes.some(({ told }) => told === 'COMPLETED');
  const received = isDelivered ? receiverSide(context, after) : undefined;
  const disabling = isDelivered ? disableInvoiceJob(context, after) : undefined;
  const isMine = await context.store.write(async (rows) => {
    if (!(await rows.transactions.save(before, after))) return false;
    if (after.status === 'FAILED' && after.settledAt === undefined) await releaseInvoice(rows, before);
    if (isRefunded) await releaseVolume(rows, before);
    await rows.outbox.addMany(changes.map((change) => outgoingEvent(context, change)));
    if (received && (await rows.transactions.insert(received))) await rows.outbox.add(incomingCompleted(context, received));
    await rows.jobs.remove({ kind: 'carry-out', key: before.id, caller: { platformId: before.platformId } });
    if (disabling) await rows.jobs.add(disabling);
    if (report.nextAfterMs !== undefined) await rows.jobs.add(followUpJob(context, after, report.nextAfterMs));
    return true;
  });
  reached('concluded');
  if (isMine && disabling) await context.runNow(disabling);
  return isMine ? after : current(context, before);
}

function noted(before: Transaction, { onChain: destination }: Report): Transaction {
  return destination ? { ...before, onChain: { ...before.onChain, destination } } : before;
}

/** What came from outside goes back there, unless an account inside takes it. */
async function sendHome(context: TransfersContext, { id, sent }: Transaction, payment: Payment): Promise<void> {
  if (payment.sourceId || payment.refundAccountId) return;
  await railOf(context).giveBack({ key: id, amount: { ...sent, amount: payment.arrived ?? sent.amount } });
}

/** What a rail has delivered it has taken before. */
function turnsOf({ status }: Transaction, { turns }: Conclusion): readonly Turn[] {
  return status === 'ACCEPTED' && turns[0]?.event === 'delivered' ? [{ event: 'taken' }, ...turns] : turns;
}

interface Plan {
  readonly payment: Payment;
  readonly turns: readonly Turn[];
}

/** Refunds of crypto assets from outside need an account inside. Without one the refund fails, and the operator releases it. */
async function planOf(context: TransfersContext, before: Transaction, report: Conclusion): Promise<Plan> {
  const payment = paymentOf(before);
  const turns = turnsOf(before, report);
  if (!quoteOf(before).funding?.isCrypto || !turns.some(({ event }) => event === 'refunded')) return { payment, turns };
  const refundAccountId = await refundAccountOf(context, before);
  if (refundAccountId) return { payment: { ...payment, refundAccountId }, turns };
  return { payment, turns: turns.map((turn) => (turn.event === 'refunded' ? { event: 'refundFailed' } : turn)) };
}
