// Records how a claimed request ended.
import { RequestEnd, type SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { nextLook, postpone } from '../steps/settlement.ts';

type FinishRequest = AuthMethod<typeof SignedRequestService.method.finishRequest>;

export const finishRequest: FinishRequest = async ({ requestId, end }, context) => {
  const id = uuidOf('Request', requestId);
  if (id !== undefined) await note(id, end, context);
  return {};
};

async function note(id: string, end: RequestEnd, context: AuthContext): Promise<void> {
  const { caller, store, wall } = context;
  const request = { platformId: caller.platformId, id };
  switch (end) {
    case RequestEnd.DONE:
      return store.requests.consume(request);
    case RequestEnd.REFUSED:
      return store.requests.releaseClaim(request);
    case RequestEnd.UNKNOWN:
      return store.requests.endLease(request, wall.now());
    case RequestEnd.SETTLED:
      return store.requests.settle(request, wall.now());
    case RequestEnd.PROCESSING:
      return leaveBehind(id, context);
    default:
      return;
  }
}

/** The caller continues; a job takes over when its time has passed or its process has died. */
async function leaveBehind(id: string, context: AuthContext): Promise<void> {
  const { caller, clock, store } = context;
  const request = await store.requests.find(caller.platformId, id);
  if (!request) return;
  const now = clock.now();
  await store.write((rows) => postpone(rows, { request, settlesAt: now, runAt: nextLook(now) }, context));
}
