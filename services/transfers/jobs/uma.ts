// Payments from UMA addresses: asking the platform, ending the time that it has, bringing the money home.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import type { Transaction } from '../domain/payment/record.ts';
import { askPlatform } from '../steps/uma/ask-platform.ts';
import { failPayment } from '../steps/uma/decide.ts';
import { pendingOf } from '../steps/uma/incoming-payment.ts';
import { settleIncoming } from '../steps/uma/settle-incoming.ts';

/** A platform that was asked already is not asked again. */
export async function handleUmaAsk(job: Job, context: TransfersContext): Promise<void> {
  const payment = await paymentOf(job, context);
  if (payment?.status !== 'PENDING' || pendingOf(payment).pending.asks !== job.payload.asks) return;
  await askPlatform(context, payment);
}

/** Of the last round alone: each round has a deadline of its own. */
export async function handleUmaDeadline(job: Job, context: TransfersContext): Promise<void> {
  const payment = await paymentOf(job, context);
  if (payment?.status !== 'PENDING' || payment.round !== job.payload.round) return;
  await failPayment(context, payment, 'PAYMENT_APPROVAL_TIMED_OUT');
}

export async function handleUmaSettle(job: Job, context: TransfersContext): Promise<void> {
  const payment = await paymentOf(job, context);
  if (payment?.status !== 'PROCESSING') return;
  if (payment.stage !== job.payload.stage || payment.round !== job.payload.round) return;
  await settleIncoming(context, payment);
}

async function paymentOf({ payload }: Job, { store, caller }: TransfersContext): Promise<Transaction | undefined> {
  return store.transactions.find(caller.platformId, String(payload.transactionId));
}
