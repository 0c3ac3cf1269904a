// From the approval to the end: the money comes, and is credited inside or paid on to the account outside.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import { type IncomingTurn, turnAllIncoming } from '../../domain/deposit/incoming.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { chooseOffer } from '../../domain/shared/rails.ts';
import { umaInLegs, umaRefundLegs, umaReverseLegs, umaSettleLegs } from '../../domain/uma/deposit-legs.ts';
import type { PendingUma } from '../../domain/uma/incoming-uma.ts';
import type { Payout, Report } from '../../rails/rail.ts';
import { book, tryBook } from '../shared/book.ts';
import { incomingEvent } from '../shared/events.ts';
import { outsideAccount } from '../shared/outside-account.ts';
import { railOf } from '../shared/rail-of.ts';
import { settleJob } from './incoming-jobs.ts';
import { depositOf, moneyOf, pendingOf, withPending } from './incoming-payment.ts';

/** Takes an approved payment as far as it goes now. */
export async function settleIncoming(context: TransfersContext, payment: Transaction): Promise<void> {
  if (payment.stage === 'PAYOUT') return payOn(context, payment);
  const arrival = await context.uma.accept(depositOf(payment), payment.round);
  if (arrival.state === 'WAITING') return wait(context, payment, arrival.nextAfterMs);

  const refusal = await tryBook(context, { subject: payment.id, step: 'IN', legs: umaInLegs(moneyOf(payment)) });
  reached('uma money booked');
  if (refusal) return giveBack(context, payment, { isBooked: false });
  if (pendingOf(payment).pending.deposit.kind === 'INTERNAL') return conclude(context, payment, [{ event: 'credited' }]);

  const owed = withPending({ ...payment, stage: 'PAYOUT', round: 0 }, await chosenRail(context, payment));
  const isMine = await context.store.write(async ({ transactions, umaDetails, jobs }) => {
    if (!(await transactions.save(payment, owed))) return false;
    await umaDetails.note(owed);
    await jobs.add(settleJob(context, owed, recoveryMs));
    return true;
  });
  reached('uma money owed');
  if (isMine) await payOn(context, owed);
}

/** How long whoever pays on has before a job takes it over. */
const recoveryMs = 10_000;

async function wait(context: TransfersContext, payment: Transaction, afterMs: number): Promise<void> {
  const waiting = { ...payment, round: payment.round + 1 };
  await context.store.write(async ({ transactions, jobs }) => {
    if (await transactions.save(payment, waiting)) await jobs.add(settleJob(context, waiting, afterMs));
  });
}

async function payOn(context: TransfersContext, payment: Transaction): Promise<void> {
  const payout = await payoutOf(context, payment);
  const rail = railOf(context);
  const report = await (payment.round === 0 ? rail.submit(payout) : rail.check(payout, payment.round));
  reached('uma payout submitted');
  if (report.turns.length === 0) return wait(context, payment, report.nextAfterMs ?? 0);
  if (hasFailed(report)) return giveBack(context, payment, { isBooked: true });
  await book(context, { subject: payment.id, step: 'SETTLE', legs: umaSettleLegs(moneyOf(payment, payout.rail)) });
  await conclude(context, payment, [{ event: 'credited' }]);
}

const hasFailed = ({ turns }: Report) => turns.some(({ event }) => event === 'payoutFailed');

/** How the money is paid on. */
async function chosenRail(context: TransfersContext, payment: Transaction): Promise<Pick<PendingUma, 'rail'>> {
  const { currency, amount } = pendingOf(payment).pending.deposit;
  const { rails, info } = await outsideAccount(context, payment.receiver);
  const offers = await railOf(context).offers({ currency, rails, info });
  const { rail } = chooseOffer(offers, { amount: BigInt(amount) }) ?? {};
  return rail === undefined ? {} : { rail };
}

async function payoutOf(context: TransfersContext, payment: Transaction): Promise<Payout> {
  const { deposit, rail } = pendingOf(payment).pending;
  const { currency, amount } = deposit;
  return {
    key: payment.id,
    environment: payment.environment,
    isTransfer: true,
    account: await outsideAccount(context, payment.receiver),
    owner: payment.owner,
    amount: { currency, amount: BigInt(amount) },
    isDelivered: false,
    ...(rail !== undefined && { rail }),
  };
}

/** The account takes the money no more: it goes back to whoever paid. */
async function giveBack(context: TransfersContext, payment: Transaction, { isBooked }: { isBooked: boolean }): Promise<void> {
  const money = moneyOf(payment);
  if (isBooked) await book(context, { subject: payment.id, step: 'REVERSE', legs: umaReverseLegs(money) });
  reached('uma money reversed');
  await context.uma.giveBack(depositOf(payment));
  if (isBooked) await book(context, { subject: payment.id, step: 'REFUND_DONE', legs: umaRefundLegs(money) });
  await conclude(context, payment, [
    { event: 'offrampFailed', reason: 'OFFRAMP_FAILED' },
    { event: 'refundStarted', reason: 'TRANSACTION_FAILED' },
    { event: 'refunded' },
  ]);
}

async function conclude(context: TransfersContext, payment: Transaction, turns: readonly IncomingTurn[]): Promise<void> {
  const changes = turnAllIncoming(payment, turns, context.clock.now());
  const after = changes.at(-1)?.after ?? payment;
  await context.store.write(async ({ transactions, outbox, jobs }) => {
    if (!(await transactions.save(payment, after))) return;
    await outbox.addMany(changes.map((change) => incomingEvent(context, change)));
    await jobs.remove(settleJob(context, payment, 0));
  });
  reached('uma payment concluded');
}
