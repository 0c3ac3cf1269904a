// Checks of reported messages of the card network that depend on the message only.
import { CardMessageKind, type DecideCardPaymentRequest } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';

/** A balance inquiry has no amount, and every other message has one. */
export function checkDecideCardPayment({ kind, amount }: DecideCardPaymentRequest): FieldError[] {
  const isInquiry = kind === CardMessageKind.BALANCE_INQUIRY;
  if (isInquiry === (amount === 0n)) return [];
  return [{ field: 'amount', message: isInquiry ? 'must be 0 for a balance inquiry' : 'must be greater than 0' }];
}
