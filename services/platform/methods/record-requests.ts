// Adds REST requests to the log of the calling platform.
import type { RequestRecorderService } from '../../../gen/payments/platform/v1/request_recorder_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { toLoggedRequest } from '../convert-logged-request.ts';

export const recordRequests: PlatformMethod<typeof RequestRecorderService.method.recordRequests> = async (request, context) => {
  const { caller, store, wall } = context;
  const now = wall.now();
  const requests = request.requests.map((one) => toLoggedRequest(one, now));
  await store.write((rows) => rows.loggedRequests.add(caller.platformId, requests));
  return {};
};
