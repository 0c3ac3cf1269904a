// Issues a passkey challenge for a session with the client's key.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AuthContext } from '../context.ts';
import type { Credential } from '../domain/credential.ts';
import { issuerOf } from '../domain/issuer.ts';
import { waitSeconds } from '../domain/limits.ts';
import { challengeEnd, challengeLimits, challengeOf, type PasskeyChallenge } from '../domain/passkey/challenge.ts';
import { refuseUnfitKey } from './open-session.ts';
import { rateLimited } from './proof.ts';

/** Open challenges stay open. Throws INVALID_INPUT for a key that cannot have a session, RATE_LIMITED if there are too many. */
export async function challengePasskey(
  credential: Credential,
  clientPublicKey: string | undefined,
  context: AuthContext,
): Promise<PasskeyChallenge> {
  if (clientPublicKey === undefined) throw invalidInput([{ field: 'clientPublicKey', message: 'is required' }]);
  await refuseUnfitKey(context, issuerOf(credential), clientPublicKey);

  const challenge = newChallenge(credential, clientPublicKey, context);
  await context.store.write(async (rows) => {
    const { platformId, id } = credential;
    if (!(await rows.credentials.lock(platformId, id))) throw removed();
    const since = new Date(challenge.createdAt.getTime() - longestWindowMs);
    const times = await rows.passkeyChallenges.times(platformId, id, since);
    const wait = waitSeconds(times, challengeLimits, challenge.createdAt);
    if (wait !== undefined) throw rateLimited('Too many challenges for this passkey. Try again later.', wait);
    await rows.passkeyChallenges.insert(challenge);
  });
  return challenge;
}

const longestWindowMs = Math.max(...challengeLimits.map(({ windowMs }) => windowMs));
const removed = () => fail(ErrorCode.REFERENCE_NOT_FOUND, 'The credential was removed.');

/** Its id is part of the hash, so that no two challenges are equal. */
function newChallenge(
  { platformId, id: credentialId, accountId }: Credential,
  clientPublicKey: string,
  context: AuthContext,
): PasskeyChallenge {
  const now = context.clock.now();
  const { operationId: id } = context;
  const parameters = { clientPublicKey, credentialId, requestId: id };
  const sessionRequest = activityPayload({ type: 'CREATE_READ_WRITE_SESSION_V2', accountId, parameters, at: now });
  return {
    platformId,
    id,
    credentialId,
    challenge: challengeOf(sessionRequest),
    clientPublicKey,
    failures: 0,
    createdAt: now,
    expiresAt: challengeEnd(now),
  };
}
