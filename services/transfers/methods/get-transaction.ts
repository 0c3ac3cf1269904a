// Returns a transaction, also of a card.
import type { TransactionService } from '../../../gen/payments/transfers/v1/transaction_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { findTransaction, isOfCard } from '../steps/shared/find-transaction.ts';

export const getTransaction: TransfersMethod<typeof TransactionService.method.getTransaction> = async (request, context) => {
  const { transactionId: id } = request;
  if (isOfCard(id)) {
    const value = await context.clients.cardTransactions.getCardTransaction({ id });
    return { kind: { case: 'card', value } };
  }
  return toTransaction(await findTransaction(context, id), context.clock.now());
};
