// Revokes a session. Any active session of the account can sign the request, including that one.
import { SessionService } from '../../../gen/payments/auth/v1/session_pb.ts';
import { settlingRetry, stillProcessing } from '../../kit/calls/signed-retry.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import type { AuthMethod } from '../context.ts';
import { toCredentialChallenge } from '../convert-session.ts';
import { isActive } from '../domain/wallet/session.ts';
import { findSession, noSession } from '../steps/find-session.ts';
import { isUnderWay } from '../steps/is-under-way.ts';

const desc = SessionService.method.revokeSession;

/** The credential stays valid. A retry that has already revoked the session gets its response. */
export const revokeSession: AuthMethod<typeof desc> = async (request, context) => {
  const session = await findSession(request.id, context);
  const now = context.clock.now();
  if (!isActive(session, now) && !(await isUnderWay(desc, request, context))) throw noSession(request.id);
  const { accountId, id, publicKey } = session;

  const { challenge, result } = await settlingRetry(context, {
    desc,
    request,
    settlesAlone: true,
    open: async () => {
      const parameters = { apiKeyIds: [id], publicKey };
      return { accountIds: [accountId], payload: activityPayload({ type: 'DELETE_API_KEYS', accountId, parameters, at: now }) };
    },
    run: async () => {
      await context.store.write(async (rows) => {
        await rows.credentials.lockAccount(accountId);
        await rows.sessions.revoke(session, now);
      });
      return { case: 'revoked', value: {} } as const;
    },
  });

  if (challenge) return { outcome: { case: 'challenge', value: toCredentialChallenge(session.type, challenge) } };
  return { outcome: result ?? { case: 'processing', value: stillProcessing } };
};
