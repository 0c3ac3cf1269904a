// Stores events for delivery, and starts their delivery.
import type { WebhookContext } from '../context.ts';
import { tryingMs } from '../domain/schedule.ts';
import type { AcceptedEvent } from '../store/events.ts';

export async function acceptEvents(
  { store, wall, courier }: Pick<WebhookContext, 'store' | 'wall' | 'courier'>,
  events: readonly AcceptedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await store.events.accept(events, { now: wall.now(), tryingMs });
  courier.wake(events.filter(({ hasEndpoint }) => hasEndpoint).map(({ platformId }) => platformId));
}
