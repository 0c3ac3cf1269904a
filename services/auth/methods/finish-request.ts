// Notes how a taken request ended.
import { RequestEnd, type SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { uuidOf } from '../../kit/ids.ts';
import type { AuthMethod } from '../context.ts';

type FinishRequest = AuthMethod<typeof SignedRequestService.method.finishRequest>;

export const finishRequest: FinishRequest = async ({ requestId, end }, { caller, store, wall }) => {
  const id = uuidOf('Request', requestId);
  if (id === undefined) return {};
  if (end === RequestEnd.DONE) await store.requests.consume(caller.platformId, id);
  if (end === RequestEnd.REFUSED) await store.requests.giveBack(caller.platformId, id);
  if (end === RequestEnd.UNKNOWN) await store.requests.endLease(caller.platformId, id, wall.now());
  return {};
};
