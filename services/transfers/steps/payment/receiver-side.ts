// The incoming transaction that another owner's account gets when it is paid from inside. The money is booked by the outgoing one.
import type { TransfersContext } from '../../context.ts';
import { quoteOf, type Transaction } from '../../domain/payment/record.ts';
import { identifierKey } from '../shared/identifier-key.ts';
import { newReference } from '../shared/new-reference.ts';

/** Undefined when both ends are the same owner's, or the money left. */
export function receiverSide(context: TransfersContext, completed: Transaction): Transaction | undefined {
  const { ids, requestId } = context;
  const { receiver, uma } = quoteOf(completed);
  if (!receiver || completed.refund) return undefined;
  const { platformId, environment, clockOffsetMs, quoteId, sender, receiver: account, receiverKey, updatedAt } = completed;
  const payer = uma?.payerAddress;
  const senderKey = payer === undefined ? completed.senderKey : identifierKey(context, payer);
  return {
    id: ids.next(),
    platformId,
    environment,
    clockOffsetMs,
    type: 'INCOMING',
    status: 'COMPLETED',
    version: 1n,
    attempt: 0,
    round: 0,
    stage: 'PAYOUT',
    owner: receiver.owner,
    platformCustomerId: receiver.platformCustomerId,
    receiver: account,
    sent: completed.sent,
    received: completed.received,
    fees: 0n,
    platformFees: 0n,
    reference: newReference(),
    createdAt: updatedAt,
    updatedAt,
    settledAt: updatedAt,
    requestId,
    details: { ...(payer !== undefined && { uma: { sender: payer, counterparty: uma?.payer ?? {} } }) },
    ...(quoteId && { quoteId }),
    ...(sender && { sender }),
    ...(senderKey && { senderKey }),
    ...(receiverKey && { receiverKey }),
  };
}
