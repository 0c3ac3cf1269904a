// Sends one TEST event to a new webhook endpoint.
import type { JobHandler } from '../../kit/service/service.ts';
import type { PlatformContext } from '../context.ts';

export const handleAnnounceEndpoint: JobHandler<PlatformContext> = async (_job, { clients }) => {
  await clients.events.announceEndpoint({});
};
