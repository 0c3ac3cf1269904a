// Stores events for delivery, and sets out at once.
import type { WebhookContext } from '../context.ts';
import { tryingMs } from '../domain/schedule.ts';
import type { AcceptedEvent } from '../store/events.ts';

export async function acceptEvents(
  { store, wall, courier }: Pick<WebhookContext, 'store' | 'wall' | 'courier'>,
  events: readonly AcceptedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const now = wall.now();
  await store.events.accept(events, { now, giveUpAt: new Date(now.getTime() + tryingMs) });
  courier.wake(events.filter(({ hasEndpoint }) => hasEndpoint).map(({ platformId }) => platformId));
}
