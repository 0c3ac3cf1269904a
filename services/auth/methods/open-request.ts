// Opens a request for a wallet's signature, and answers what is to be signed.
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { publicId } from '../../kit/ids.ts';
import type { AuthMethod } from '../context.ts';
import { requestEnd, type SignedRequest } from '../domain/wallet/signed-request.ts';

type OpenRequest = AuthMethod<typeof SignedRequestService.method.openRequest>;

export const openRequest: OpenRequest = async (request, { caller, clock, operationId, store }) => {
  const { accountIds, operation, fingerprint, payload, sessionId, excludedCredentialId, publicKey, expiresAt } = request;
  const now = clock.now();
  const opened: SignedRequest = {
    id: operationId,
    platformId: caller.platformId,
    accountIds,
    operation,
    fingerprint,
    payload,
    state: 'PENDING',
    createdAt: now,
    expiresAt: expiresAt ? timestampDate(expiresAt) : requestEnd(now),
    ...(sessionId !== undefined && { sessionId }),
    ...(excludedCredentialId !== undefined && { excludedCredentialId }),
    ...(publicKey !== undefined && { publicKey }),
  };
  await store.requests.insert(opened);
  return toOpened(opened);
};

/** What the client is to sign, and until when. */
export function toOpened({ id, payload, expiresAt }: SignedRequest) {
  return { requestId: publicId('Request', id), payloadToSign: payload, expiresAt: timestampFromDate(expiresAt) };
}
