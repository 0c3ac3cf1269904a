// RetryCardPayment and WriteOffCardPayment: operators resolve what an account did not cover.
import type { CardDirectoryService } from '../../../gen/payments/cards/v1/card_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { CardsContext, CardsMethod } from '../context.ts';
import { toCardTransaction } from '../convert-payment.ts';
import { apply } from '../steps/payment/apply.ts';
import { findPayment } from '../steps/payment/find.ts';

type Methods = typeof CardDirectoryService.method;

export const retryCardPayment: CardsMethod<Methods['retryCardPayment']> = async ({ transactionId }, context) => ({
  transaction: await resolve(context, transactionId, 'RETRY'),
});

export const writeOffCardPayment: CardsMethod<Methods['writeOffCardPayment']> = async ({ transactionId }, context) => {
  const { cardId, platformId } = await findPayment(transactionId, context);
  const card = await context.store.cards.find(platformId, cardId);
  if (card?.state !== 'CLOSED')
    throw fail(ErrorCode.INVALID_INPUT, 'The card is not CLOSED. Close it first, or retry the payment.', {
      reason: 'CARD_NOT_CLOSED',
    });
  return { transaction: await resolve(context, transactionId, 'WRITE_OFF') };
};

async function resolve(context: CardsContext, transactionId: string, kind: 'RETRY' | 'WRITE_OFF') {
  const { id } = await findPayment(transactionId, context);
  const after = await apply(context, id, { eventId: context.operationId, happening: () => ({ kind }) });
  if (typeof after === 'object') return toCardTransaction(after);
  throw fail(ErrorCode.INVALID_INPUT, `The transaction ${transactionId} owes nothing.`, { reason: 'CARD_TRANSACTION_STATE' });
}
