// Tries again to apply an event of the card network, until its transaction allows it or ten minutes have passed. An event that waits for another
// one of its transaction is not dropped.
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import type { CardsContext } from '../context.ts';
import { blockedMs } from '../domain/payment/due.ts';
import { reportByToken, triedAgainAfterMs, waitingIn } from '../steps/payment/report-by-token.ts';

export async function awaitCardEvent({ payload }: Job, context: CardsContext): Promise<void> {
  const { until, ...reported } = waitingIn(payload);
  const obstacle = await reportByToken(context, reported);
  if (!obstacle) return;
  const now = context.clock.now();
  if (obstacle === 'BLOCKED') throw retryAt(new Date(now.getTime() + blockedMs));
  if (now < until) throw retryAt(new Date(now.getTime() + triedAgainAfterMs));
  const { eventId, token, event } = reported;
  context.log.error({ eventId, token, event: event.kind }, 'An event of the card network fits no transaction and was dropped.');
}
