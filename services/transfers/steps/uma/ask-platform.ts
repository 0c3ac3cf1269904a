// The approval call: the platform is told of a payment from a UMA address, and what it answers decides.
import type { RequestApprovalResponse } from '../../../../gen/payments/webhooks/v1/approval_pb.ts';
import { toEventMessage } from '../../../kit/background/deliver-events.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { type EndpointAnswer, verdictOf } from '../../domain/uma/verdict.ts';
import { approvalEvent } from './approval-event.ts';
import { decide, decisionMs, failPayment } from './decide.ts';
import { deadlineJob } from './incoming-jobs.ts';
import { depositOf, pendingOf, withPending } from './incoming-payment.ts';

/** The call itself ends in time; this ends what a process that died in it has left. */
const slackMs = 1_000;

/**
 * Asked once: that the call begins is written down first. What a process that dies in it leaves behind is ended by the deadline,
 * for the platform may have been asked already.
 */
export async function askPlatform(context: TransfersContext, payment: Transaction): Promise<void> {
  if (await context.uma.isBlocked(depositOf(payment))) {
    await failPayment(context, payment, 'COMPLIANCE_REJECTED');
    return;
  }
  const now = context.clock.now();
  const decideBy = new Date(now.getTime() + decisionMs).toISOString();
  const { asks } = pendingOf(payment).pending;
  const counted = { ...payment, version: payment.version + 1n, round: payment.round + 1 };
  const asked = withPending(counted, { asks: asks + 1, decideBy });
  const isMine = await context.store.write(async ({ transactions, umaDetails, jobs }) => {
    if (!(await transactions.save(payment, asked))) return false;
    await umaDetails.note(asked);
    await jobs.add(deadlineJob(context, asked, decisionMs + slackMs));
    return true;
  });
  reached('uma asked');
  if (!isMine) return;

  const event = approvalEvent(context, asked);
  const response = await context.clients.approvals.requestApproval({ event: toEventMessage(event) });
  const verdict = verdictOf(answerOf(response), pendingOf(asked).pending.requested);
  await decide(context, asked, verdict);
}

function answerOf({ answer }: RequestApprovalResponse): EndpointAnswer {
  if (answer.case === 'answered') return answer.value;
  return { silence: answer.case === 'silent' && answer.value === 'TIMEOUT' ? 'TIMEOUT' : 'OTHER' };
}
