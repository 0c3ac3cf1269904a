// Creates a request for a wallet's signature, from its text and signers.
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { OpenedRequest, OpenRequestRequest } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AuthContext } from '../context.ts';
import { requestEnd, type SignedRequest } from '../domain/wallet/signed-request.ts';

/** `id` is also the id of the operation. */
export function newRequest(
  request: OpenRequestRequest,
  id: string,
  { caller, clock }: Pick<AuthContext, 'caller' | 'clock'>,
): SignedRequest {
  const { accountIds, operation, fingerprint, payload, sessionId, excludedCredentialId, publicKey, expiresAt } = request;
  const now = clock.now();
  return {
    id,
    platformId: caller.platformId,
    accountIds,
    operation,
    fingerprint,
    payload,
    state: 'PENDING',
    isSettled: false,
    createdAt: now,
    expiresAt: expiresAt ? timestampDate(expiresAt) : requestEnd(now),
    ...(sessionId !== undefined && { sessionId }),
    ...(excludedCredentialId !== undefined && { excludedCredentialId }),
    ...(publicKey !== undefined && { publicKey }),
  };
}

/** The text to sign, and its deadline. */
export function toOpened({ id, payload, expiresAt }: SignedRequest): Omit<OpenedRequest, '$typeName'> {
  return { requestId: publicId('Request', id), payloadToSign: payload, expiresAt: timestampFromDate(expiresAt) };
}
