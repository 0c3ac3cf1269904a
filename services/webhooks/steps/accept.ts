// Stores events for delivery, and starts their delivery.
import type { WebhookContext } from '../context.ts';
import { tryingMs } from '../domain/schedule.ts';
import type { AcceptedEvent } from '../store/events.ts';

export async function acceptEvents(
  { store, wall, courier }: Pick<WebhookContext, 'store' | 'wall' | 'courier'>,
  events: readonly AcceptedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const acceptance = { now: wall.now(), tryingMs };
  const acceptOwn = (own: readonly AcceptedEvent[]) => store.write((rows) => rows.events.accept(own, acceptance));
  if (store.isDistributed) for (const own of Map.groupBy(events, platformOf).values()) await acceptOwn(own);
  else await store.events.accept(events, acceptance);
  courier.wake(events.filter(({ hasEndpoint }) => hasEndpoint).map(({ platformId }) => platformId));
}

const platformOf = ({ platformId }: AcceptedEvent) => platformId;
