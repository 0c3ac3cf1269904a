// Turns a passkey's answer to a challenge into a session.
import type { PasskeyAssertion } from '../../../gen/payments/auth/v1/credential_proof_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/fail.ts';
import { uuidOf } from '../../kit/ids.ts';
import type { AuthContext } from '../context.ts';
import type { Credential } from '../domain/credential.ts';
import { issuerOf } from '../domain/issuer.ts';
import { type Judged, judgeAssertion } from '../domain/passkey/assertion.ts';
import { type PasskeyChallenge, whyUnanswerable, wrongAnswersMax } from '../domain/passkey/challenge.ts';
import type { Passkey } from '../domain/passkey/registration.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { failedProof, refuseHeldBack, unproved } from './proof.ts';
import { badRequestId, isSandbox } from './wallet-refusals.ts';

export interface PasskeyAnswer {
  readonly credential: Credential;
  readonly assertion: PasskeyAssertion | undefined;
  /** The header: which challenge is answered. */
  readonly requestId: string | undefined;
}

/** A right answer uses its challenge up, and so does the fifth wrong one. */
export async function verifyPasskey(
  { credential, assertion, requestId }: PasskeyAnswer,
  context: AuthContext,
): Promise<OpenedSession> {
  if (requestId === undefined) throw fail(ErrorCode.REQUEST_ID_MISSING, 'Send the requestId of the challenge as Request-Id.');
  await refuseHeldBack(credential.id, context);
  const { clock, store } = context;
  const challenge = await challengeAsked(requestId, credential, context);
  const passkey = await store.passkeys.find(credential.id);
  if (!passkey || !assertion) throw new TypeError(`The passkey of ${credential.id} is not kept.`);

  const { counter, failure } = judge({ assertion, passkey, challenge, credential }, context);
  if (failure !== undefined) {
    await store.passkeyChallenges.countFailure(challenge.id, { now: clock.now(), failuresMax: wrongAnswersMax });
    throw await failedProof(credential.id, failure, context);
  }
  const { clientPublicKey } = challenge;
  return openSession(context, {
    id: context.operationId,
    issuer: issuerOf(credential),
    clientPublicKey,
    together: async (rows) => {
      if (!(await rows.passkeyChallenges.consume(challenge.id, clock.now())))
        throw badRequestId(context, 'Request-Id already used');
      const isNext = await rows.passkeys.count(credential.id, { from: passkey.counter, to: counter });
      if (!isNext) throw unproved('Invalid passkey signature counter', context);
    },
  });
}

async function challengeAsked(requestId: string, { id }: Credential, context: AuthContext): Promise<PasskeyChallenge> {
  const uuid = uuidOf('Request', requestId);
  const challenge = uuid === undefined ? undefined : await context.store.passkeyChallenges.find(id, uuid);
  const reason = whyUnanswerable(challenge, context.clock.now());
  if (!challenge || reason !== undefined) throw badRequestId(context, reason ?? '');
  return challenge;
}

interface Case {
  readonly assertion: PasskeyAssertion;
  readonly passkey: Passkey;
  readonly challenge: PasskeyChallenge;
  readonly credential: Credential;
}

/** A signature that older sandbox clients send instead of one: it stands for a right answer of an authenticator that does not count. */
const legacySignature = 'sandbox-valid-passkey-signature';

function judge({ assertion, passkey, challenge, credential }: Case, context: AuthContext): Judged {
  if (assertion.signature === legacySignature && isSandbox(context)) return { counter: passkey.counter };
  const { webauthnId = '' } = credential;
  return judgeAssertion(assertion, { ...passkey, webauthnId, challenge: challenge.challenge });
}
