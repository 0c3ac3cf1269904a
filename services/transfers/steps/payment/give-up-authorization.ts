// Fails a payment whose proof did not come, or was wrong too often.
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { turn } from '../../domain/payment/transaction.ts';
import { outgoingEvent } from '../shared/events.ts';

/** One that has gone on meanwhile stays as it is. */
export async function giveUp(context: TransfersContext, quote: Transaction): Promise<void> {
  if (quote.status !== 'PENDING_AUTHORIZATION') return;
  const { authorization: _, ...unproven } = quote;
  const change = turn(unproven, { event: 'unauthorized', reason: 'SCA_NOT_COMPLETED' }, context.clock.now());
  await context.store.write(async ({ transactions, outbox }) => {
    if (await transactions.save(quote, change.after)) await outbox.add(outgoingEvent(context, change));
  });
}
