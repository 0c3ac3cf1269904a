// The payment of an action, if it was created. Its quote creates it, or the action.
import type { AgentPayment } from '../../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import type { Transaction } from '../../domain/record/transaction.ts';
import { findQuote } from '../quote/find-quote.ts';

export type Requested = OutgoingPayment | TransferIn;

/** Throws QUOTE_NOT_FOUND. */
export async function findAgentPayment(
  context: TransfersContext,
  { kind, actionId }: Pick<AgentPayment, 'kind' | 'actionId'>,
): Promise<Requested | undefined> {
  if (kind.case === 'quoteId') return findQuote(context, kind.value);
  const found = await context.store.transactions.find(context.caller.platformId, actionId);
  return found && isRequested(found) ? found : undefined;
}

export function isRequested(transaction: Transaction): transaction is Requested {
  return transaction.kind === 'PAYMENT' || transaction.kind === 'TRANSFER_OUT' || transaction.kind === 'TRANSFER_IN';
}
