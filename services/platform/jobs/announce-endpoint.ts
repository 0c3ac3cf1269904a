// Has a new webhook endpoint greeted with one TEST event.
import type { JobHandler } from '../../kit/service/service.ts';
import type { PlatformContext } from '../context.ts';

export const handleAnnounceEndpoint: JobHandler<PlatformContext> = async (_job, { clients }) => {
  await clients.events.announceEndpoint({});
};
