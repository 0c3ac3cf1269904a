// The webhooks of card transactions.
import { CardTransactionWebhookSchema } from '../../../../gen/payments/cards/v1/card_transaction_pb.ts';
import { WebhookType } from '../../../../gen/payments/common/v1/webhook_pb.ts';
import { eventMaker, type Origin } from '../../../kit/background/events.ts';
import type { OutboxEvent } from '../../../kit/background/outbox-event.ts';
import { publicId } from '../../../kit/core/ids.ts';
import { toCardTransaction } from '../../convert-payment.ts';
import { statusOf } from '../../domain/payment/states.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';

const webhook = eventMaker(CardTransactionWebhookSchema);

/** `CARD_TRANSACTION.*`, by the status of the transaction. */
export function paymentEvent(origin: Origin, transaction: CardTransaction): OutboxEvent {
  const { id, version: sequence, cardholderId: customerId } = transaction;
  return webhook(origin, {
    type: WebhookType[`CARD_TRANSACTION_${statusOf(transaction)}`],
    resource: publicId('CardTransaction', id),
    sequence,
    customerId,
    data: { kind: { case: 'card', value: toCardTransaction(transaction) } },
  });
}
