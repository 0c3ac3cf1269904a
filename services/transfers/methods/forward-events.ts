// ForwardEvents: forwards the pending events of transactions now. The relay does the same later; events are accepted once.
import type { AgentPaymentService } from '../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import { deliverEvents } from '../../kit/background/deliver-events.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { TransfersMethod } from '../context.ts';

type ForwardEvents = TransfersMethod<typeof AgentPaymentService.method.forwardEvents>;

export const forwardEvents: ForwardEvents = async ({ transactions }, context) => {
  const resources = transactions.map(({ platformId, transactionId }) => ({
    platformId,
    resource: publicId('Transaction', transactionId),
  }));
  await deliverEvents(await context.store.outbox.pendingOf(resources), context);
  return {};
};
