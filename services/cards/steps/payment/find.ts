// The card transaction that a request names.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import type { CardsContext } from '../../context.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';

/** By public id. Throws TRANSACTION_NOT_FOUND, also for one that is not decided. */
export async function findPayment(transactionId: string, { caller, store }: CardsContext): Promise<CardTransaction> {
  const id = uuidOf('CardTransaction', transactionId);
  const found = id === undefined ? undefined : await store.payments.find(caller.platformId, id);
  if (found && found.state !== 'TENTATIVE') return found;
  throw transactionNotFound(transactionId);
}

export function transactionNotFound(transactionId: string): Refusal {
  return fail(ErrorCode.TRANSACTION_NOT_FOUND, `There is no transaction ${transactionId}.`);
}
