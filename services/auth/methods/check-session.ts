// CheckSession: whether a session was revoked after it signed.
import type { SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import type { AuthMethod } from '../context.ts';

/** A session that no longer exists counts as revoked. */
export const checkSession: AuthMethod<typeof SignedRequestService.method.checkSession> = async (
  { sessionId },
  { caller, store },
) => {
  const session = await store.sessions.find(caller.platformId, sessionId);
  return { isRevoked: !session || session.revokedAt !== undefined };
};
