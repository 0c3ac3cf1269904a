// Verifies a passkey's response to a challenge and opens a session.
import type { PasskeyAssertion } from '../../../gen/payments/auth/v1/credential_proof_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import type { Credential } from '../domain/credential.ts';
import { issuerOf } from '../domain/issuer.ts';
import { type Judged, judgeAssertion, sandboxPasskeyProof } from '../domain/passkey/assertion.ts';
import { type PasskeyChallenge, whyUnanswerable, wrongAnswersMax } from '../domain/passkey/challenge.ts';
import type { Passkey } from '../domain/passkey/registration.ts';
import type { AuthRows } from '../store/store.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { type ProofResult, prove } from './proof.ts';
import { badRequestId, isSandbox } from './wallet-refusals.ts';

export interface PasskeyAnswer {
  readonly credential: Credential;
  readonly assertion: PasskeyAssertion | undefined;
  /** The header with the id of the challenge. */
  readonly requestId: string | undefined;
}

/** A valid response uses up its challenge, and so does the fifth invalid one. */
export async function verifyPasskey(
  { credential, assertion, requestId }: PasskeyAnswer,
  context: AuthContext,
): Promise<OpenedSession> {
  if (requestId === undefined) throw fail(ErrorCode.REQUEST_ID_MISSING, 'Send the requestId of the challenge as Request-Id.');
  const now = context.clock.now();
  const own = { platformId: credential.platformId, credentialId: credential.id };

  const judge = async (rows: AuthRows): Promise<ProofResult<OpenedSession>> => {
    const uuid = uuidOf('Request', requestId);
    const challenge = uuid === undefined ? undefined : await rows.passkeyChallenges.find({ ...own, id: uuid });
    const reason = whyUnanswerable(challenge, now);
    if (!challenge || reason !== undefined) throw badRequestId(context, reason ?? '');
    const passkey = await rows.passkeys.find(own.platformId, own.credentialId);
    if (!passkey || !assertion) throw new TypeError(`The passkey of ${credential.id} is not kept.`);

    const { counter, failure } = judgeAnswer({ assertion, passkey, challenge, credential }, context);
    if (failure !== undefined) {
      await rows.passkeyChallenges.countFailure(challenge, now, wrongAnswersMax);
      return { failure };
    }
    await rows.passkeyChallenges.consume(challenge, now);
    await rows.passkeys.moveCounter(own, counter);
    const { clientPublicKey } = challenge;
    const session = { id: context.operationId, issuer: issuerOf(credential), clientPublicKey };
    return { effect: await openSession(rows, session, context) };
  };
  return prove(credential, judge, context);
}

interface Case {
  readonly assertion: PasskeyAssertion;
  readonly passkey: Passkey;
  readonly challenge: PasskeyChallenge;
  readonly credential: Credential;
}

function judgeAnswer({ assertion, passkey, challenge, credential }: Case, context: AuthContext): Judged {
  // It counts as valid, from an authenticator without a counter.
  if (assertion.signature === sandboxPasskeyProof && isSandbox(context)) return { counter: passkey.counter };
  const { webauthnId = '' } = credential;
  return judgeAssertion(assertion, { ...passkey, webauthnId, challenges: [Buffer.from(challenge.challenge)] });
}
