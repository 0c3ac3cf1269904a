// Whether a request was opened for an operation.
import type { SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AuthMethod } from '../context.ts';

type KnowsRequest = AuthMethod<typeof SignedRequestService.method.knowsRequest>;

export const knowsRequest: KnowsRequest = async ({ requestId, operation }, { caller, store }) => {
  const id = uuidOf('Request', requestId);
  const request = id === undefined ? undefined : await store.requests.find(caller.platformId, id);
  return { isKnown: request?.operation === operation };
};
