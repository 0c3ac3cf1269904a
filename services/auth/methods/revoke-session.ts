// Ends a session, signed for by any active session of the account, itself included.
import { SessionService } from '../../../gen/payments/auth/v1/session_pb.ts';
import { activityPayload } from '../../kit/activity.ts';
import { signedRetry } from '../../kit/signed-retry.ts';
import type { AuthMethod } from '../context.ts';
import { toCredentialChallenge } from '../convert-session.ts';
import { isActive } from '../domain/wallet/session.ts';
import { findSession, noSession } from '../steps/find-session.ts';

type RevokeSession = AuthMethod<typeof SessionService.method.revokeSession>;

/** The credential that issued it stays usable. */
export const revokeSession: RevokeSession = async (request, context) => {
  const session = await findSession(request.id, context);
  const now = context.clock.now();
  if (!isActive(session, now)) throw noSession(request.id);
  const { accountId, id, publicKey } = session;

  const { challenge } = await signedRetry(context, {
    desc: SessionService.method.revokeSession,
    request,
    open: async () => {
      const parameters = { apiKeyIds: [id], publicKey };
      return { accountIds: [accountId], payload: activityPayload({ type: 'DELETE_API_KEYS', accountId, parameters, at: now }) };
    },
    run: () => context.store.sessions.revoke(id, now),
  });

  if (challenge) return { outcome: { case: 'challenge', value: toCredentialChallenge(session.type, challenge) } };
  return { outcome: { case: 'revoked', value: {} } };
};
