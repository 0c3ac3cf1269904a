// Carrying a payment out: hold the money, hand it over, write down what becomes of it. Every step can be repeated under its key.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import { paymentOf, quoteOf, type Transaction } from '../../domain/payment/record.ts';
import { type Change, type Turn, turnAll } from '../../domain/payment/transaction.ts';
import { fundLegs, holdLegs } from '../../domain/shared/legs.ts';
import { isRateHeld } from '../rates/locked-rate.ts';
import { book, bookOrVoid } from '../shared/book.ts';
import { current } from '../shared/current.ts';
import { outgoingEvent } from '../shared/events.ts';
import { collect } from './collect.ts';
import { endCollected } from './credit-pull.ts';
import { conclude, deliver, giveBack, stoppedRound } from './deliver.ts';
import { isStillSound } from './execution-checks.ts';
import { unhold } from './unhold.ts';

/**
 * Takes an execution that has begun as far as it goes now, and returns what it has come to. Throws what the ledger refuses; the
 * transaction is then as before, or gone where it was made for this execution alone. One that was authorized has failed instead.
 */
export async function carryOut(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  if (begun.type === 'INCOMING') return bringIn(context, begun);
  if (begun.status === 'EXPIRED') return returnLate(context, begun);
  const started = begun.status === 'EXECUTING' || begun.status === 'TENTATIVE' ? await start(context, begun) : begun;
  const { status, stage, round } = started;
  if (status !== 'ACCEPTED' && status !== 'PROCESSING') return started;
  if (round < 0) return giveBack(context, started);
  if (round > 0) return started;
  return stage === 'FUNDING' ? collect(context, started) : deliver(context, started);
}

/** A transfer that is to come in: nobody was asked for the money yet, or it is there and not credited. */
async function bringIn(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  const { status, stage, round, details } = begun;
  if (status !== 'PENDING' || details.pullRail === undefined) return begun;
  if (stage === 'PAYOUT') return endCollected(context, begun);
  return round === 0 ? collect(context, begun) : begun;
}

function start(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  if (begun.arrived !== undefined) return startPushed(context, begun);
  return quoteOf(begun).funding ? startPull(context, begun) : hold(context, begun);
}

/** Nothing is held where the money is still outside. */
async function startPull(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  const { isMine, held } = await enter(context, begun);
  return isMine ? held : current(context, begun);
}

/** The money has come by itself. What is not as it was asked for goes back; and so does what can no longer be handed on. */
async function startPushed(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  await bookFunds(context, begun);
  if (begun.arrived !== begun.sent.amount) return conclude(context, begun, { turns: mismatched, isDispatched: false });
  if (begun.round >= 0 && !(await isRateHeld(context, begun))) {
    return conclude(context, begun, { turns: rateWithdrawn, isDispatched: false });
  }
  const round = begun.round < 0 || (await isStillSound(context, begun)) ? begun.round : stoppedRound;
  const { isMine, held } = await enter(context, begun, { stage: 'PAYOUT', round });
  return isMine ? held : current(context, begun);
}

/** The money came after the deadline: it goes back, and the quote stays expired. */
async function returnLate(context: TransfersContext, late: Transaction): Promise<Transaction> {
  if (late.arrived === undefined || late.refund) return late;
  await bookFunds(context, late);
  return conclude(context, late, { turns: tooLate, isDispatched: false });
}

async function bookFunds(context: TransfersContext, begun: Transaction): Promise<void> {
  await book(context, { subject: begun.id, step: 'FUND', legs: fundLegs(paymentOf(begun)) });
  reached('fund booked');
}

const refunded: readonly Turn[] = [{ event: 'refundStarted', reason: 'TRANSACTION_FAILED' }, { event: 'refunded' }];
const mismatched: readonly Turn[] = [{ event: 'fundsRefused', reason: 'FUNDING_AMOUNT_MISMATCH' }, ...refunded];
const rateWithdrawn: readonly Turn[] = [{ event: 'fundsRefused', reason: 'QUOTE_RATE_UNAVAILABLE' }, ...refunded];

const tooLate: readonly Turn[] = [{ event: 'refundStarted', reason: 'TIMEOUT' }, { event: 'refunded' }];

async function hold(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  const legs = holdLegs(paymentOf(begun));
  const refusal = await bookOrVoid(context, { subject: begun.id, step: holdStep(begun), legs });
  reached('hold booked');
  if (refusal) return unhold(context, begun, refusal);

  const { isMine, held } = await enter(context, begun);
  return isMine ? held : current(context, begun);
}

type Place = Pick<Transaction, 'stage' | 'round'>;

interface Entered {
  readonly isMine: boolean;
  readonly held: Transaction;
}

/** Writes down that the payment is under way, and shows what was not shown before. */
async function enter(context: TransfersContext, begun: Transaction, at: Partial<Place> = {}): Promise<Entered> {
  const { authorization: _, ...executed } = begun;
  const changes = heldChanges({ ...executed, ...at }, context.clock.now());
  const held = changes.at(-1)?.after ?? begun;
  const isMine = await context.store.write(async (rows) => {
    if (!(await rows.transactions.save(begun, held))) return false;
    if (begun.status === 'TENTATIVE') await rows.transactions.reveal(held);
    await rows.outbox.addMany(changes.map((change) => outgoingEvent(context, change)));
    return true;
  });
  reached('processing');
  return { isMine, held };
}

/** One that was made and executed at once is told of now, first as what it was when it was made. */
function heldChanges(begun: Transaction, now: Date): Change<Transaction>[] {
  if (begun.details.quote?.isTransfer) return turnAll(begun, [{ event: 'accepted' }], now);
  if (begun.status !== 'TENTATIVE') return turnAll(begun, [{ event: 'held' }], now);
  const made: Change<Transaction> = { after: { ...begun, version: begun.version + 1n }, told: 'PENDING' };
  return [made, ...turnAll(made.after, [{ event: 'held' }], now)];
}

/** Each attempt holds under a key of its own: that of a refused one is void. */
const holdStep = ({ attempt }: Transaction) => (attempt === 1 ? 'HOLD' : (`HOLD_${attempt}` as const));
