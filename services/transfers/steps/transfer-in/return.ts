// A transfer in whose bank has taken it back after the credit. Repeatable.
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import { transit } from '../shared/transition.ts';
import { bookerOf } from './credit.ts';

/** The account gives back what it has; what it lacks the platform owes. False while what becomes of the transfer is not settled yet. */
export async function returnTransferIn(context: TransfersContext, collected: TransferIn): Promise<boolean> {
  const { state } = collected;
  if (state === 'COMPLETED') {
    await transit(context, collected, { event: 'returned', book: bookerOf(context, collected) });
  }
  return state !== 'COLLECTING' && state !== 'PULLING' && state !== 'CREDIT_BLOCKED' && state !== 'RETURNING';
}
