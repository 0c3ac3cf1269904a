// The webhooks of transactions.
import { WebhookType } from '../../../../gen/payments/common/v1/webhook_pb.ts';
import {
  IncomingPaymentWebhookSchema,
  OutgoingPaymentWebhookSchema,
} from '../../../../gen/payments/transfers/v1/transaction_pb.ts';
import { eventMaker, type Origin } from '../../../kit/background/events.ts';
import type { OutboxEvent } from '../../../kit/background/outbox-event.ts';
import { publicId, uuidOf } from '../../../kit/core/ids.ts';
import { showTransaction } from '../../convert.ts';
import { isOutgoing, type Transaction } from '../../domain/record/transaction.ts';
import type { Announcement } from '../../domain/shared/apply-transition.ts';
import type { Webhook } from '../../domain/shared/machine.ts';

const outgoing = eventMaker(OutgoingPaymentWebhookSchema);
const incoming = eventMaker(IncomingPaymentWebhookSchema);

/** `OUTGOING_PAYMENT.*` or `INCOMING_PAYMENT.*`: the transaction right after the change, with its time. */
export function transactionEvent(origin: Origin, { webhook, status, transaction }: Announcement<Transaction>): OutboxEvent {
  const { id, version, updatedAt, owner } = transaction;
  const resource = publicId('Transaction', id);
  const customerId = uuidOf('Customer', owner);
  const happening = { resource, sequence: version, customerId, data: showTransaction(transaction, { status, updatedAt }) };
  if (isOutgoing(transaction)) return outgoing(origin, { ...happening, type: WebhookType[`OUTGOING_PAYMENT_${webhook}`] });
  return incoming(origin, { ...happening, type: incomingTypes[webhook] ?? WebhookType.UNSPECIFIED });
}

/** The tables of incoming payments have no other webhooks. */
const incomingTypes: { readonly [W in Webhook]?: WebhookType } = {
  PENDING: WebhookType.INCOMING_PAYMENT_PENDING,
  COMPLETED: WebhookType.INCOMING_PAYMENT_COMPLETED,
  FAILED: WebhookType.INCOMING_PAYMENT_FAILED,
  REFUND_PENDING: WebhookType.INCOMING_PAYMENT_REFUND_PENDING,
  REFUND_COMPLETED: WebhookType.INCOMING_PAYMENT_REFUND_COMPLETED,
  REFUND_FAILED: WebhookType.INCOMING_PAYMENT_REFUND_FAILED,
};
