// Expires quotes that nobody executed in time, a batch at a time, each on its platform's clock.

import type { Origin } from '../../kit/background/events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { ahead } from '../../kit/core/clock.ts';
import type { Deadlines } from '../../kit/service/service.ts';
import type { TransfersContext } from '../context.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import { transactionEvent } from '../steps/shared/events.ts';

const atOnce = 200;

/** Tells whether there were any. */
export async function expireQuotes(context: TransfersContext): Promise<boolean> {
  const { store, wall } = context;
  for (let hasRun = false; ; hasRun = true) {
    const expired = await store.write(async ({ transactions, outbox }) => {
      const batch = await transactions.expire(wall.now(), atOnce);
      await outbox.addMany(batch.map((quote) => expiredEvent(context, quote)));
      return batch.length;
    });
    if (expired < atOnce) return hasRun || expired > 0;
  }
}

/** Open quotes, as a platform's clock that is moved comes past them. */
export const lapses: Deadlines<TransfersContext> = {
  moveClock: (platformId, clockOffsetMs, { store }) => store.lapses.moveClock(platformId, clockOffsetMs),
  run: expireQuotes,
  next: ({ store, caller }) => store.lapses.nextOf(caller.platformId),
};

/** The row `expired` of the table, of a whole batch. */
function expiredEvent(context: TransfersContext, transaction: QuotedPayment): OutboxEvent {
  return transactionEvent(originOf(context, transaction), { webhook: 'EXPIRED', status: 'EXPIRED', transaction });
}

/** The sweep acts for no platform in particular; each event is its own platform's. */
function originOf({ wall, ids }: TransfersContext, { platformId, environment, clockOffsetMs, requestId }: QuotedPayment): Origin {
  const caller = { platformId, environment, clockOffsetMs, permissions: [], service: 'transfers' };
  return { caller, clock: ahead(wall, clockOffsetMs), ids, requestId };
}
