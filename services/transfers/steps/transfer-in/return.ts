// A transfer in that the bank reversed after the credit. Repeatable.
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import { transit } from '../shared/transition.ts';
import { bookerOf } from './credit.ts';

/** Debits the account as far as its balance allows; the platform owes the rest. False if the outcome of the transfer is not decided yet. */
export async function returnTransferIn(context: TransfersContext, collected: TransferIn): Promise<boolean> {
  const { state } = collected;
  if (state === 'COMPLETED') {
    await transit(context, collected, { event: 'returned', book: bookerOf(context, collected) });
  }
  return state !== 'COLLECTING' && state !== 'PULLING' && state !== 'CREDIT_BLOCKED' && state !== 'RETURNING';
}
