// Which events the state of a card transaction allows.
import { type CardEvent, type CardPayment, isOpen, netOf } from './card-payment.ts';

/** Simulations lack the events that follow the end of a transaction, and the reversal of an authorization. */
export function isSimulable(payment: CardPayment, event: CardEvent): boolean {
  return isReportable(payment, event) && event.kind !== 'REVERSAL' && (event.kind !== 'CLEARING' || isOpen(payment));
}

export function isReportable(payment: CardPayment, { kind, amount }: CardEvent): boolean {
  const { status, isDebit, settled, clearings } = payment;
  switch (kind) {
    case 'CLEARING':
      return isOpen(payment) || amount > 0;
    case 'ADVICE':
      return isOpen(payment) && amount > 0 && amount >= settled;
    case 'RETURN':
      return isDebit && clearings > 0 && amount > 0 && amount <= netOf(payment);
    case 'RETURN_REVERSAL':
      return status === 'REFUNDED';
    case 'REVERSAL':
      return isOpen(payment);
    default:
      throw new Error(`There is no event ${kind satisfies never}.`);
  }
}
