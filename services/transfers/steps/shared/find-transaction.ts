// Finds a transaction by its public id.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { kindIn, uuidOf } from '../../../kit/core/ids.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/record/transaction.ts';

/** Throws TRANSACTION_NOT_FOUND, also for a transaction that was never shown, and INVALID_INPUT for a card transaction. */
export async function findTransaction(context: TransfersContext, id: string): Promise<Transaction> {
  if (isOfCard(id)) {
    await context.clients.cardTransactions.getCardTransaction({ id }); // an unknown one is not found
    throw fail(ErrorCode.INVALID_INPUT, `${id} is a card transaction, which this operation does not accept.`);
  }
  const { store, caller } = context;
  const uuid = uuidOf('Transaction', id);
  const transaction = uuid && (await store.transactions.find(caller.platformId, uuid));
  if (transaction && transaction.state !== 'TENTATIVE') return transaction;
  throw fail(ErrorCode.TRANSACTION_NOT_FOUND, `There is no transaction ${id}.`);
}

/** Whether a public id is that of a card transaction. */
export const isOfCard = (id: string) => kindIn(id) === 'CardTransaction';
