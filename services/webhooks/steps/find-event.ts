// An event by its public id.
import { uuidOf } from '../../kit/core/ids.ts';
import type { WebhookContext } from '../context.ts';
import type { LoggedEvent } from '../store/event-log.ts';
import { noEvent } from './resend.ts';

/** Refuses unknown events, and those of other platforms. */
export async function findEvent({ caller, store }: WebhookContext, eventId: string): Promise<LoggedEvent> {
  const id = uuidOf('Webhook', eventId);
  const event = id === undefined ? undefined : await store.eventLog.find({ platformId: caller.platformId, id });
  if (!event) throw noEvent(eventId);
  return event;
}
