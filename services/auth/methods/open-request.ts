// Opens a request for a wallet's signature, and returns the text to sign.
import type { SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import type { AuthMethod } from '../context.ts';
import { newRequest, toOpened } from '../steps/new-request.ts';

type OpenRequest = AuthMethod<typeof SignedRequestService.method.openRequest>;

export const openRequest: OpenRequest = async (request, context) => {
  const opened = newRequest(request, context.operationId, context);
  await context.store.requests.insert(opened);
  return toOpened(opened);
};
