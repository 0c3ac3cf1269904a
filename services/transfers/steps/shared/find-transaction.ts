// Finds a transaction by its public id.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/record/transaction.ts';

/** Throws TRANSACTION_NOT_FOUND, also for a transaction that was never shown. */
export async function findTransaction({ store, caller }: TransfersContext, id: string): Promise<Transaction> {
  const uuid = uuidOf('Transaction', id);
  const transaction = uuid && (await store.transactions.find(caller.platformId, uuid));
  if (transaction && transaction.state !== 'TENTATIVE') return transaction;
  throw fail(ErrorCode.TRANSACTION_NOT_FOUND, `There is no transaction ${id}.`);
}
