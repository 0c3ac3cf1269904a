// What is sealed of events: their bodies, which hold whole resources, and what receivers answered, which may repeat them.
import type { Place } from '../../kit/storage/secrets.ts';

export const bodyPlace = (eventId: string): Place => ({ purpose: 'webhooks.event-body', row: eventId });

/** Of each attempt at an event. */
export const responsePlace = (eventId: string): Place => ({ purpose: 'webhooks.response', row: eventId });
