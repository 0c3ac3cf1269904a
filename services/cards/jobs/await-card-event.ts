// Tries again to apply an event of the card network, until its transaction allows it or its time has passed. An event that waits for another one
// of its transaction is not dropped.
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import type { CardsContext } from '../context.ts';
import { blockedMs } from '../domain/payment/due.ts';
import { reportByToken, triedAgainAfterMs, type WaitingReport, waitingIn, waitsMs } from '../steps/payment/report-by-token.ts';

export async function awaitCardEvent({ payload }: Job, context: CardsContext): Promise<void> {
  const { until, ...reported } = waitingIn(payload);
  const obstacle = await reportByToken(context, reported);
  if (!obstacle) return;
  const now = context.clock.now().getTime();
  if (obstacle === 'BLOCKED') throw retryAt(new Date(now + blockedMs));
  const { eventId, token, event } = reported;
  if (now < (await deadlineOf(context, { until, token }))) throw retryAt(new Date(now + triedAgainAfterMs));
  context.log.error({ eventId, token, event: event.kind }, 'An event of the card network fits no transaction and was dropped.');
}

/** After a change, the event that must come before this one can follow as late as events behind a blocked one are tried again. */
async function deadlineOf(
  { store, caller }: CardsContext,
  { until, token }: Pick<WaitingReport, 'until' | 'token'>,
): Promise<number> {
  const transaction = await store.payments.findByToken(caller.platformId, token);
  const changedAt = transaction?.updatedAt.getTime() ?? 0;
  return Math.max(until.getTime(), changedAt + blockedMs + waitsMs);
}
