// The incoming transaction of another owner whose account receives an internal payment. The payment books the money.
import type { TransfersContext } from '../../context.ts';
import type { Receipt } from '../../domain/incoming/incoming.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { identifierKey } from '../shared/identifier-key.ts';
import { newReference } from '../shared/new-reference.ts';

/** Undefined if both ends have the same owner, or the money left the platform. */
export function receiptOf(context: TransfersContext, delivered: OutgoingPayment): Receipt | undefined {
  const { ids, requestId } = context;
  const { receiver, uma } = delivered.quote;
  if (!receiver) return undefined;
  const { platformId, environment, clockOffsetMs, receiverKey, updatedAt } = delivered;
  const payer = uma?.payerAddress;
  const senderKey = payer === undefined ? delivered.senderKey : identifierKey(context, payer);
  const { sender } = delivered.funding;
  return {
    kind: 'RECEIPT',
    id: ids.next(),
    platformId,
    environment,
    clockOffsetMs,
    state: 'COMPLETED',
    version: 0n,
    owner: receiver.owner,
    platformCustomerId: receiver.platformCustomerId,
    receiver: delivered.receiver,
    sent: delivered.sent,
    received: delivered.received,
    reference: newReference(),
    createdAt: updatedAt,
    updatedAt,
    requestId,
    ...(payer !== undefined && { uma: { sender: payer, counterparty: uma?.payer ?? {} } }),
    ...(delivered.kind === 'PAYMENT' && { quoteId: delivered.quoteId }),
    ...(sender !== undefined && { sender }),
    ...(senderKey && { senderKey }),
    ...(receiverKey && { receiverKey }),
  };
}
