// The approval request: the platform's response decides a payment from a UMA address.
import type { RequestApprovalResponse } from '../../../../gen/payments/webhooks/v1/approval_pb.ts';
import { toEventMessage } from '../../../kit/background/deliver-events.ts';
import type { TransfersContext } from '../../context.ts';
import type { UmaPayment } from '../../domain/incoming/incoming.ts';
import { type EndpointAnswer, verdictOf } from '../../domain/uma/verdict.ts';
import { transit } from '../shared/transition.ts';
import { approvalEvent } from './approval-event.ts';
import { decide, decisionMs, noteDetails } from './decide.ts';
import { depositOf, withPending } from './incoming-payment.ts';

/** The request itself ends in time; this handles a process that died during it. */
const slackMs = 1_000;

/**
 * The request is recorded before it is sent, and never repeated, because the platform may have received it. After a crash the deadline ends
 * it.
 */
export async function askPlatform(context: TransfersContext, payment: UmaPayment): Promise<void> {
  if (await context.uma.isBlocked(depositOf(payment))) {
    await transit(context, payment, { event: 'blocked' });
    return;
  }
  const now = context.clock.now();
  const decideBy = new Date(now.getTime() + decisionMs).toISOString();
  const counted = { ...payment, version: payment.version + 1n, attempt: payment.attempt + 1 }; // the request is a separate webhook
  const known = withPending(counted, { asks: payment.uma.pending.asks + 1, decideBy });
  const afterMs = decisionMs + slackMs;
  const asked = await transit(context, payment, {
    event: 'approvalRequested',
    known,
    afterMs,
    alongside: noteDetails,
    point: 'uma asked',
  });
  if (!asked) return;

  const event = approvalEvent(context, asked);
  const response = await context.clients.approvals.requestApproval({ event: toEventMessage(event) });
  const verdict = verdictOf(answerOf(response), asked.uma.pending.requested);
  await decide(context, asked, verdict);
}

function answerOf({ answer }: RequestApprovalResponse): EndpointAnswer {
  if (answer.case === 'answered') return answer.value;
  return { silence: answer.case === 'silent' && answer.value === 'TIMEOUT' ? 'TIMEOUT' : 'OTHER' };
}
