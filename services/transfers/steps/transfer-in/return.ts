// A transfer in whose bank has taken it back after the credit. Repeatable.
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import { forcedDebitLegs } from '../../domain/shared/legs.ts';
import { book } from '../shared/book.ts';
import { transit } from '../shared/transition.ts';
import { depositOf } from './credit.ts';

/** The account gives back what it has; what it lacks the platform owes. False while what becomes of the transfer is not settled yet. */
export async function returnTransferIn(context: TransfersContext, collected: TransferIn): Promise<boolean> {
  const { id: subject, state } = collected;
  if (state === 'COMPLETED') {
    const legs = forcedDebitLegs(depositOf(collected));
    await transit(context, collected, { event: 'returned', book: (step) => book(context, { subject, step, legs }) });
  }
  return state !== 'COLLECTING' && state !== 'PULLING' && state !== 'CREDIT_BLOCKED' && state !== 'RETURNING';
}
