// Expires quotes that were not executed in time, in batches, each by its platform's clock.

import type { Origin } from '../../kit/background/events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { ahead } from '../../kit/core/clock.ts';
import type { Deadlines } from '../../kit/service/service.ts';
import { untilShort } from '../../kit/storage/retention.ts';
import type { TransfersContext } from '../context.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import { transactionEvent } from '../steps/shared/events.ts';

const atOnce = 200;

/** Returns whether there were any. */
export async function expireQuotes(context: TransfersContext): Promise<boolean> {
  const { store, wall } = context;
  if (!store.isDistributed) return (await expireOf(context)) > 0;
  for (let hasRun = false; ; hasRun = true) {
    let expired = 0;
    for (const platformId of await store.transactions.lapsedPlatforms(wall.now())) expired += await expireOf(context, platformId);
    if (expired === 0) return hasRun; // none are left, or another process expires them
  }
}

/** Of all platforms, or of one. Returns how many. */
const expireOf = (context: TransfersContext, platformId?: string): Promise<number> =>
  untilShort(atOnce, () =>
    context.store.write(async ({ transactions, outbox }) => {
      const batch = await transactions.expire({ wallNow: context.wall.now(), limit: atOnce, platformId });
      await outbox.addMany(batch.map((quote) => expiredEvent(context, quote)));
      return batch.length;
    }),
  );

/** Open quotes that expire during a clock advance. */
export const lapses: Deadlines<TransfersContext> = {
  moveClock: (platformId, clockOffsetMs, { store }) => store.lapses.moveClock(platformId, clockOffsetMs),
  run: expireQuotes,
  next: ({ store, caller }) => store.lapses.nextOf(caller.platformId),
};

/** The row `expired` of the table, for a whole batch. */
function expiredEvent(context: TransfersContext, transaction: QuotedPayment): OutboxEvent {
  return transactionEvent(originOf(context, transaction), { webhook: 'EXPIRED', status: 'EXPIRED', transaction });
}

/** The sweep acts for no platform. Each event belongs to its own platform. */
function originOf({ wall, ids }: TransfersContext, { platformId, environment, clockOffsetMs, requestId }: QuotedPayment): Origin {
  const caller = { platformId, environment, clockOffsetMs, permissions: [], service: 'transfers' };
  return { caller, clock: ahead(wall, clockOffsetMs), ids, requestId };
}
