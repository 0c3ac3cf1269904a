// Opens another session of the same credential. The current session signs the request.
import { SessionService } from '../../../gen/payments/auth/v1/session_pb.ts';
import { settlingRetry, stillProcessing, toChallenge } from '../../kit/calls/signed-retry.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { toSession } from '../convert-session.ts';
import { isActive, type Session } from '../domain/wallet/session.ts';
import { findSession } from '../steps/find-session.ts';
import { isUnderWay } from '../steps/is-under-way.ts';
import { compressedClientKey, type OpenedSession, openSession, refuseUnfitKey } from '../steps/open-session.ts';
import { sessionNotActive } from '../steps/wallet-refusals.ts';

const desc = SessionService.method.refreshSession;

/** The current session stays valid until it expires. */
export const refreshSession: AuthMethod<typeof desc> = async (request, context) => {
  const { clientPublicKey } = request;
  compressedClientKey(clientPublicKey);
  const session = await findSession(request.id, context);
  const now = context.clock.now();
  if (!isActive(session, now) && !(await isUnderWay(desc, request, context))) throw sessionNotActive(context);
  const { accountId, id: sessionId } = session;

  const { challenge, result } = await settlingRetry(context, {
    desc,
    request,
    settlesAlone: true,
    open: async () => {
      await refuseUnfitKey(context, session, clientPublicKey);
      const parameters = { targetPublicKey: clientPublicKey };
      const payload = activityPayload({ type: 'CREATE_READ_WRITE_SESSION_V2', accountId, parameters, at: now });
      return { accountIds: [accountId], payload, sessionId };
    },
    run: ({ operationId: id }) => openNext({ id, parent: session, clientPublicKey }, context),
  });

  if (challenge) return { outcome: { case: 'challenge', value: toChallenge(challenge) } };
  if (!result) return { outcome: { case: 'processing', value: stillProcessing } };
  return { outcome: { case: 'session', value: toSession(result.session, result.sealedKey) } };
};

interface NextSession {
  /** uuid. */
  readonly id: string;
  readonly parent: Session;
  readonly clientPublicKey: string;
}

/** After the retry was accepted, the session may expire before the refresh, but must not be revoked. */
function openNext({ id, parent, clientPublicKey }: NextSession, context: AuthContext): Promise<OpenedSession> {
  const { platformId, accountId } = parent;
  return context.store.write(async (rows) => {
    await rows.credentials.lockAccount(accountId);
    const isRevoked = await rows.sessions.isRevoked(platformId, parent.id);
    if (isRevoked && !(await rows.sessions.has(platformId, id))) throw sessionNotActive(context);
    return openSession(rows, { id, issuer: parent, clientPublicKey }, context);
  });
}
