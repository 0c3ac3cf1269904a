// Returns a transaction.
import type { TransactionService } from '../../../gen/payments/transfers/v1/transaction_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { findTransaction } from '../steps/shared/find-transaction.ts';

export const getTransaction: TransfersMethod<typeof TransactionService.method.getTransaction> = async (request, context) => {
  return toTransaction(await findTransaction(context, request.transactionId), context.clock.now());
};
