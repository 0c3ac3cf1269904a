// From the approval to the end: the money arrives, and is credited to an internal account or paid out to an external one.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import type { UmaPayment } from '../../domain/incoming/incoming.ts';
import type { StepOf } from '../../domain/record/transaction.ts';
import { chooseOffer } from '../../domain/shared/rails.ts';
import { umaInLegs, umaRefundLegs, umaReverseLegs, umaSettleLegs } from '../../domain/uma/deposit-legs.ts';
import type { PendingUma } from '../../domain/uma/incoming-uma.ts';
import type { Payout } from '../../rails/rail.ts';
import { book, tryBook } from '../shared/book.ts';
import { recoveryMs } from '../shared/jobs.ts';
import { outsideAccount } from '../shared/outside-account.ts';
import { railOf } from '../shared/rail-of.ts';
import { type Happening, transit } from '../shared/transition.ts';
import { noteDetails } from './decide.ts';
import { depositOf, moneyOf, withPending } from './incoming-payment.ts';

/** Advances an approved payment as far as possible now. */
export async function settleIncoming(context: TransfersContext, payment: UmaPayment): Promise<void> {
  if (payment.state !== 'APPROVED') return payOut(context, payment);
  const arrival = await context.uma.accept(depositOf(payment), payment.railChecks);
  if (arrival.state === 'WAITING') return wait(context, payment, { event: 'notArrived', afterMs: arrival.nextAfterMs });

  const refusal = await tryBook(context, { subject: payment.id, step: 'IN', legs: umaInLegs(moneyOf(payment)) });
  reached('uma money booked');
  if (refusal) return returnFunds(context, payment);
  if (payment.uma.pending.deposit.kind === 'INTERNAL') return conclude(context, payment, { event: 'credited' });

  const known = withPending({ ...payment, railChecks: 0 }, await chosenRail(context, payment));
  const point = 'uma money owed';
  const owed = await transit(context, payment, { event: 'arrived', known, afterMs: recoveryMs, alongside: noteDetails, point });
  if (owed) await payOut(context, owed);
}

/** Counts the poll, unless the happening says otherwise. */
async function wait(context: TransfersContext, payment: UmaPayment, happening: Happening<UmaPayment>): Promise<void> {
  await transit(context, payment, { known: { ...payment, railChecks: payment.railChecks + 1 }, ...happening });
}

async function payOut(context: TransfersContext, payment: UmaPayment): Promise<void> {
  const payout = await payoutOf(context, payment);
  const rail = railOf(context);
  const isFirst = payment.state === 'PAYING_OUT';
  const { outcome, nextAfterMs = 0, isSilent } = await (isFirst ? rail.submit(payout) : rail.check(payout, payment.railChecks));
  reached('uma payout submitted');
  if (!outcome)
    return wait(context, payment, { event: 'notDelivered', afterMs: nextAfterMs, ...(isSilent && { known: payment }) });
  if (outcome.kind === 'FAILED') return returnFunds(context, payment);
  await conclude(context, payment, { event: 'delivered', book: bookerOf(context, payment, payout.rail) });
}

/** How the money is paid out. */
async function chosenRail(context: TransfersContext, payment: UmaPayment): Promise<Pick<PendingUma, 'rail'>> {
  const { currency, amount } = payment.uma.pending.deposit;
  const { rails, info } = await outsideAccount(context, payment.receiver);
  const offers = await railOf(context).offers({ currency, rails, info });
  const { rail } = chooseOffer(offers, { amount: BigInt(amount) }) ?? {};
  return rail === undefined ? {} : { rail };
}

async function payoutOf(context: TransfersContext, payment: UmaPayment): Promise<Payout> {
  const { deposit, rail } = payment.uma.pending;
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

/** The account no longer accepts the money: it is refunded to the payer. */
async function returnFunds(context: TransfersContext, payment: UmaPayment): Promise<void> {
  const event = payment.state === 'APPROVED' ? 'creditRefused' : 'payoutFailed';
  if (event === 'creditRefused') await context.uma.returnFunds(depositOf(payment)); // nothing is booked
  await conclude(context, payment, { event, book: bookerOf(context, payment) });
}

function bookerOf(context: TransfersContext, payment: UmaPayment, rail?: string): (step: StepOf<'UMA_PAYMENT'>) => Promise<void> {
  const money = moneyOf(payment, rail);
  const { id: subject } = payment;
  return async (step) => {
    if (step === 'SETTLE') return book(context, { subject, step, legs: umaSettleLegs(money) });
    if (step === 'REVERSE') return book(context, { subject, step, legs: umaReverseLegs(money) });
    await context.uma.returnFunds(depositOf(payment));
    await book(context, { subject, step, legs: umaRefundLegs(money) });
  };
}

async function conclude(context: TransfersContext, payment: UmaPayment, happening: Happening<UmaPayment>): Promise<void> {
  await transit(context, payment, { ...happening, point: 'uma payment concluded' });
}
