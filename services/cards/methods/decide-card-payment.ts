// DecideCardPayment: the issuer reports a message of the card network that opens a transaction, and gets the decision.
import type { CardReportService, DecideCardPaymentRequest } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { duplicate } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { CardsMethod } from '../context.ts';
import { toMerchant, toMessageKind } from '../convert-payment.ts';
import type { Card } from '../domain/card.ts';
import { openings } from '../domain/payment/message.ts';
import type { CardTransaction } from '../domain/payment/transaction.ts';
import { findRecentCard } from '../steps/find-card.ts';
import { receive } from '../steps/payment/receive.ts';

/** A repeated message gets the first decision, also after later events of its transaction. */
export const decideCardPayment: CardsMethod<typeof CardReportService.method.decideCardPayment> = async (request, context) => {
  const { eventId, issuerTransactionToken: token, amount, merchant } = request;
  const card = await findRecentCard(request.cardId, context);
  if (request.currency !== card.currency)
    throw invalidInput([{ field: 'currency', message: `must be ${card.currency}, the currency of the card` }]);
  const kind = toMessageKind(request.kind);
  const transaction = await receive(context, { eventId, token, cardId: card.id, kind, amount, merchant: toMerchant(merchant) });
  refuseOther(transaction, card, request);
  return decisionOn(transaction);
};

/** A token stands for one transaction. */
function refuseOther({ cardId, direction }: CardTransaction, card: Card, request: DecideCardPaymentRequest): void {
  const isSame = cardId === card.id && direction === openings[toMessageKind(request.kind)];
  if (!isSame) throw duplicate(ErrorCode.CONFLICT, 'Another transaction has this issuerTransactionToken.');
}

function decisionOn({ id, state, declineReason }: CardTransaction) {
  return {
    isApproved: state !== 'DECLINED',
    ...(declineReason && { declineReason }),
    cardTransactionId: publicId('CardTransaction', id),
  };
}
