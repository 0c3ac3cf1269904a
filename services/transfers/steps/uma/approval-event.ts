// The event of an approval request: the payment, and data of the receiver that the sender's institution requests.
import { create } from '@bufbuild/protobuf';
import { WebhookType } from '../../../../gen/payments/common/v1/webhook_pb.ts';
import { CounterpartyFieldDefinitionSchema } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { IncomingPaymentWebhookSchema } from '../../../../gen/payments/transfers/v1/transaction_pb.ts';
import { eventMaker, type Origin } from '../../../kit/background/events.ts';
import type { OutboxEvent } from '../../../kit/background/outbox-event.ts';
import { publicId, uuidOf } from '../../../kit/core/ids.ts';
import { toTransaction } from '../../convert.ts';
import type { UmaPayment } from '../../domain/incoming/incoming.ts';
import { toDefinition } from '../lookup/keep-lookup.ts';

const make = eventMaker(IncomingPaymentWebhookSchema);

export function approvalEvent(origin: Origin, payment: UmaPayment): OutboxEvent {
  const { requested } = payment.uma.pending;
  const data = toTransaction(payment, payment.updatedAt);
  if (data.kind.case === 'incoming') {
    data.kind.value.requestedReceiverCustomerInfoFields = requested.map((field) =>
      create(CounterpartyFieldDefinitionSchema, toDefinition(field)),
    );
  }
  const resource = publicId('Transaction', payment.id);
  const customerId = uuidOf('Customer', payment.owner);
  return make(origin, { type: WebhookType.INCOMING_PAYMENT_PENDING, resource, sequence: payment.version, customerId, data });
}
