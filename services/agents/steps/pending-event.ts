// The webhook of an action that waits for approval.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { PaymentInstructions } from '../../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import { type AgentAction, AgentActionWebhookSchema } from '../../../gen/payments/agents/v1/agent_action_pb.ts';
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { eventMaker, type Origin } from '../../kit/background/events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { Action } from '../domain/action.ts';

const pending = eventMaker(AgentActionWebhookSchema);

/** `shown`: the action as it is read, apart from the time of this change. */
export function pendingEvent(origin: Origin, { id, customerId, updatedAt }: Action, shown: AgentAction): OutboxEvent {
  return pending(origin, {
    type: WebhookType.AGENT_ACTION_PENDING_APPROVAL,
    resource: publicId('AgentAction', id),
    sequence: 1n,
    customerId,
    data: { ...withoutPayloads(shown), updatedAt: timestampFromDate(updatedAt) },
  });
}

/** Webhooks contain nothing to sign. */
function withoutPayloads(action: AgentAction): AgentAction {
  if (!action.quote) return action;
  const isPublic = ({ accountOrWalletInfo }: PaymentInstructions) => accountOrWalletInfo?.info.case !== 'embeddedWallet';
  return { ...action, quote: { ...action.quote, paymentInstructions: action.quote.paymentInstructions.filter(isPublic) } };
}
