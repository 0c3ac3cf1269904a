// A platform's decision on a payment from a UMA address, written down with what follows from it.

import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import { decideIncoming, turnIncoming } from '../../domain/deposit/incoming.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { type IncomingFailureReason } from '../../domain/shared/failure-reasons.ts';
import type { Verdict } from '../../domain/uma/verdict.ts';
import { incomingEvent } from '../shared/events.ts';
import { askJob, deadlineJob, settleJob } from './incoming-jobs.ts';
import { depositOf, pendingOf, withPending } from './incoming-payment.ts';

/** How long a platform has to decide. */
export const decisionMs = 5_000;

/** The payment as it is after the verdict; undefined where somebody was faster. */
export async function decide(
  context: TransfersContext,
  payment: Transaction,
  verdict: Verdict,
): Promise<Transaction | undefined> {
  const now = context.clock.now();
  switch (verdict.kind) {
    case 'APPROVED': {
      const taken = { ...decideIncoming(payment, 'approved', now), round: 0 };
      const approved = withPending(taken, { receiver: verdict.told });
      return change(context, payment, { after: approved, job: settleJob(context, approved, 0) });
    }
    case 'REJECTED': {
      const { reason } = verdict;
      const rejected = withPending(decideIncoming(payment, 'rejected', now), reason === undefined ? {} : { reason });
      return change(context, payment, { after: rejected });
    }
    case 'WAITING': {
      const decideBy = new Date(now.getTime() + decisionMs).toISOString();
      const waiting = withPending({ ...payment, round: payment.round + 1 }, { decideBy });
      return change(context, payment, { after: waiting, job: deadlineJob(context, waiting, decisionMs) });
    }
    case 'MORE':
      return askSender(context, payment, verdict.names);
    case 'FAILED':
      return failPayment(context, payment, verdict.reason);
    default:
      return verdict satisfies never;
  }
}

/** The payment has failed before any money came. */
export async function failPayment(
  context: TransfersContext,
  payment: Transaction,
  reason: IncomingFailureReason,
): Promise<Transaction | undefined> {
  const failed = turnIncoming(payment, { event: 'unapproved', reason }, context.clock.now());
  const isMine = await context.store.write(async ({ transactions, outbox }) => {
    if (!(await transactions.save(payment, failed.after))) return false;
    await outbox.add(incomingEvent(context, failed));
    return true;
  });
  return isMine ? failed.after : undefined;
}

/** The sender's institution is asked once. If it tells all, the platform is asked again. */
async function askSender(
  context: TransfersContext,
  payment: Transaction,
  names: readonly string[],
): Promise<Transaction | undefined> {
  const uma = pendingOf(payment);
  const told = uma.pending.asks > 1 ? {} : await context.uma.tell(depositOf(payment), names);
  if (names.length === 0 || names.some((name) => !told[name])) return failPayment(context, payment, 'PAY_REQUEST_FAILED');
  const known = { ...uma, counterparty: { ...uma.counterparty, ...told } };
  const after = { ...payment, round: payment.round + 1, details: { ...payment.details, uma: known } };
  return change(context, payment, { after, job: askJob(context, after) });
}

interface Change {
  readonly after: Transaction;
  readonly job?: NewJob;
}

async function change(context: TransfersContext, before: Transaction, { after, job }: Change): Promise<Transaction | undefined> {
  const isMine = await context.store.write(async ({ transactions, umaDetails, jobs }) => {
    if (!(await transactions.save(before, after))) return false;
    await umaDetails.note(after);
    if (job) await jobs.add(job);
    return true;
  });
  reached('uma decided');
  return isMine ? after : undefined;
}
