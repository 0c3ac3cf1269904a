// Payments from UMA addresses: approval requests, deadlines and settlement.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import type { UmaPayment } from '../domain/incoming/incoming.ts';
import { askPlatform } from '../steps/uma/ask-platform.ts';
import { disapprove } from '../steps/uma/decide.ts';
import { settleIncoming } from '../steps/uma/settle-incoming.ts';

/** An approval is never requested twice. */
export async function handleUmaAsk(job: Job, context: TransfersContext): Promise<void> {
  const payment = await paymentOf(job, context);
  if (payment?.state !== 'UNDECIDED' || payment.uma.pending.asks !== job.payload.asks) return;
  await askPlatform(context, payment);
}

/** For the last deadline only. */
export async function handleUmaDeadline(job: Job, context: TransfersContext): Promise<void> {
  const payment = await paymentOf(job, context);
  if (payment?.state !== 'APPROVAL_REQUESTED' || payment.attempt !== job.payload.attempt) return;
  await disapprove(context, payment, 'PAYMENT_APPROVAL_TIMED_OUT');
}

export async function handleUmaSettle(job: Job, context: TransfersContext): Promise<void> {
  const payment = await paymentOf(job, context);
  if (!payment || payment.state !== job.payload.state || payment.railChecks !== job.payload.railChecks) return;
  await settleIncoming(context, payment);
}

async function paymentOf({ payload }: Job, { store, caller }: TransfersContext): Promise<UmaPayment | undefined> {
  const payment = await store.transactions.find(caller.platformId, String(payload.transactionId));
  return payment?.kind === 'UMA_PAYMENT' ? payment : undefined;
}
