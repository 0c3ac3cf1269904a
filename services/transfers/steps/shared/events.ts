// The webhooks of transactions, one for each change that the outside is told of.
import { WebhookType } from '../../../../gen/payments/common/v1/webhook_pb.ts';
import {
  IncomingPaymentWebhookSchema,
  OutgoingPaymentWebhookSchema,
} from '../../../../gen/payments/transfers/v1/transaction_pb.ts';
import { eventMaker, type Origin } from '../../../kit/background/events.ts';
import type { OutboxEvent } from '../../../kit/background/outbox.ts';
import { publicId, uuidOf } from '../../../kit/core/ids.ts';
import { toTransaction } from '../../convert.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import type { Change, Told } from '../../domain/payment/transaction.ts';

const outgoing = eventMaker(OutgoingPaymentWebhookSchema);
const incoming = eventMaker(IncomingPaymentWebhookSchema);

/** `OUTGOING_PAYMENT.*`: the transaction as it was right after the change. */
export function outgoingEvent(origin: Origin, { after, told }: Change<Transaction>): OutboxEvent {
  return outgoing(origin, { ...happeningOf(after), type: WebhookType[`OUTGOING_PAYMENT_${told}`] });
}

/** `INCOMING_PAYMENT.*`. Not every status is told; one that is not has no event. */
export function incomingEvent(origin: Origin, { after, told }: Change<Transaction>): OutboxEvent {
  const type = incomingTypes[told];
  if (type === undefined) throw new Error(`An incoming payment that is ${told} is not told of.`);
  return incoming(origin, { ...happeningOf(after), type });
}

const incomingTypes: { readonly [T in Told]?: WebhookType } = {
  PENDING: WebhookType.INCOMING_PAYMENT_PENDING,
  COMPLETED: WebhookType.INCOMING_PAYMENT_COMPLETED,
  FAILED: WebhookType.INCOMING_PAYMENT_FAILED,
  REFUND_PENDING: WebhookType.INCOMING_PAYMENT_REFUND_PENDING,
  REFUND_COMPLETED: WebhookType.INCOMING_PAYMENT_REFUND_COMPLETED,
  REFUND_FAILED: WebhookType.INCOMING_PAYMENT_REFUND_FAILED,
};

/** `INCOMING_PAYMENT.COMPLETED`. */
export function incomingCompleted(origin: Origin, after: Transaction): OutboxEvent {
  return incomingEvent(origin, { after, told: 'COMPLETED' });
}

/** A change is told as of its own time, so that a deadline that has passed since does not show in it. */
function happeningOf(transaction: Transaction) {
  return {
    resource: publicId('Transaction', transaction.id),
    sequence: transaction.version,
    customerId: uuidOf('Customer', transaction.owner),
    data: toTransaction(transaction, transaction.updatedAt),
  };
}
