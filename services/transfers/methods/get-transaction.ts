// One transaction, as it is now.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { TransactionService } from '../../../gen/payments/transfers/v1/transaction_pb.ts';
import { fail } from '../../kit/fail.ts';
import { uuidOf } from '../../kit/ids.ts';
import type { TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';

export const getTransaction: TransfersMethod<typeof TransactionService.method.getTransaction> = async (request, context) => {
  const { store, caller, clock } = context;
  const uuid = uuidOf('Transaction', request.transactionId);
  const transaction = uuid && (await store.transactions.find(caller.platformId, uuid));
  if (!transaction || transaction.status === 'TENTATIVE') {
    throw fail(ErrorCode.TRANSACTION_NOT_FOUND, `There is no transaction ${request.transactionId}.`);
  }
  return toTransaction(transaction, clock.now());
};
