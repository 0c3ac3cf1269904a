// Opens a further session of the same credential, signed for by the present one.
import { SessionService } from '../../../gen/payments/auth/v1/session_pb.ts';
import { activityPayload } from '../../kit/activity.ts';
import { signedRetry, toChallenge } from '../../kit/signed-retry.ts';
import type { AuthMethod } from '../context.ts';
import { toSession } from '../convert-session.ts';
import { isActive } from '../domain/wallet/session.ts';
import { findSession } from '../steps/find-session.ts';
import { compressedClientKey, openSession, refuseUnfitKey } from '../steps/open-session.ts';
import { sessionNotActive } from '../steps/wallet-refusals.ts';

type RefreshSession = AuthMethod<typeof SessionService.method.refreshSession>;

/** The present session lives on until its own end. */
export const refreshSession: RefreshSession = async (request, context) => {
  const { clientPublicKey } = request;
  compressedClientKey(clientPublicKey);
  const session = await findSession(request.id, context);
  const now = context.clock.now();
  if (!isActive(session, now)) throw sessionNotActive(context);
  const { accountId, id: sessionId } = session;

  const { challenge, result } = await signedRetry(context, {
    desc: SessionService.method.refreshSession,
    request,
    open: async () => {
      await refuseUnfitKey(context, session, clientPublicKey);
      const parameters = { targetPublicKey: clientPublicKey };
      const payload = activityPayload({ type: 'CREATE_READ_WRITE_SESSION_V2', accountId, parameters, at: now });
      return { accountIds: [accountId], payload, sessionId };
    },
    run: ({ operationId }) => openSession(context, { id: operationId, issuer: session, clientPublicKey }),
  });

  if (challenge) return { outcome: { case: 'challenge', value: toChallenge(challenge) } };
  return { outcome: { case: 'session', value: toSession(result.session, result.sealedKey) } };
};
