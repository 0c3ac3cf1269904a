// Forwards the events of actions, each after the PENDING of its transaction, which another relay forwards.
import { deliverBehind } from '../../kit/background/deliver-events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { publicId, uuidIn } from '../../kit/core/ids.ts';
import type { AgentsContext } from '../context.ts';

/** An action that was removed with its customer or platform follows nothing. */
export async function deliverActions(events: readonly OutboxEvent[], context: AgentsContext): Promise<void> {
  const actions = events.map(({ platformId, resource }) => ({ platformId, id: uuidIn(resource) }));
  const transactions = await context.store.actions.transactionsOf(actions);
  await context.clients.payments.forwardEvents({ transactions });
  const transactionIds = new Map(transactions.map(({ id, transactionId }) => [id, transactionId]));
  await deliverBehind(events, context, ({ resource }) => {
    const transactionId = transactionIds.get(uuidIn(resource));
    return transactionId && publicId('Transaction', transactionId);
  });
}
