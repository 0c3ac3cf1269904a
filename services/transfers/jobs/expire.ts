// Expires quotes that nobody executed in time, a batch at a time, each on its platform's clock.
import { ahead } from '../../kit/clock.ts';
import type { Origin } from '../../kit/events.ts';
import type { TransfersContext } from '../context.ts';
import type { Transaction } from '../domain/record.ts';
import { outgoingEvent } from '../steps/events.ts';

const atOnce = 200;

export async function expireQuotes(context: TransfersContext): Promise<void> {
  const { store, wall } = context;
  for (;;) {
    const expired = await store.write(async ({ transactions, outbox }) => {
      const batch = await transactions.expire(wall.now(), atOnce);
      await outbox.addMany(batch.map((after) => outgoingEvent(originOf(context, after), { after, told: 'EXPIRED' })));
      return batch.length;
    });
    if (expired < atOnce) return;
  }
}

/** The sweep acts for no platform in particular; each event is its own platform's. */
function originOf({ wall, ids }: TransfersContext, { platformId, environment, clockOffsetMs, requestId }: Transaction): Origin {
  const caller = { platformId, environment, clockOffsetMs, permissions: [], service: 'transfers' };
  return { caller, clock: ahead(wall, clockOffsetMs), ids, requestId };
}
