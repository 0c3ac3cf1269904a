// The incoming transaction that another owner's account gets when it is paid from inside. The money is booked by the payment.
import type { TransfersContext } from '../../context.ts';
import type { Receipt } from '../../domain/incoming/incoming.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { identifierKey } from '../shared/identifier-key.ts';
import { newReference } from '../shared/new-reference.ts';

/** Undefined when both ends are the same owner's, or the money left. */
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
