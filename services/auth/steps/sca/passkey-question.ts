// What the passkey of a challenge is asked, and whether its response is valid.
import type { JsonObject } from '@bufbuild/protobuf';
import type { AuthContext } from '../../context.ts';
import { assertionIn, toRequestOptions } from '../../convert-passkey.ts';
import { judgeAssertion, sandboxPasskeyProof } from '../../domain/passkey/assertion.ts';
import { isOriginOf } from '../../domain/passkey/relying-party.ts';
import { factorsFor, type ScaChallenge } from '../../domain/sca/challenge.ts';
import {
  type Installation,
  originsOf,
  type PasskeyQuestion,
  relyingPartyHash,
  type ScaPasskey,
} from '../../domain/sca/passkey.ts';
import { isSandbox } from '../wallet-refusals.ts';

/** Undefined if no passkey can prove the challenge, or it was deleted since. */
export async function passkeyQuestionOf(challenge: ScaChallenge, context: AuthContext): Promise<PasskeyQuestion | undefined> {
  if (!factorsFor(challenge).includes('PASSKEY')) return undefined;
  const passkey = await context.store.scaPasskeys.find(challenge);
  if (!passkey || passkey.webauthnId !== challenge.webauthnId) return undefined;
  const [bytes] = challengesFor(challenge, context);
  const { relyingPartyId } = passkey;
  return {
    options: toRequestOptions(passkey, bytes, challenge.expiresAt.getTime() - challenge.createdAt.getTime()),
    origins: originsOf(relyingPartyId, installationOf(context)),
    relyingPartyId,
  };
}

/** The valid challenges: the current one, and those under earlier hash keys. Derived from the id, like codes. */
function challengesFor({ id }: ScaChallenge, { secrets }: AuthContext): readonly [Buffer, ...Buffer[]] {
  return secrets.macs({ text: id, purpose: 'sca passkey challenge' });
}

export function installationOf(context: AuthContext): Installation {
  return { publicUrl: context.settings.publicUrl, isSandbox: isSandbox(context) };
}

export interface PasskeyProof {
  /** AuthenticationResponseJSON. */
  readonly assertion: JsonObject;
  /** As stated in the request. */
  readonly origin: string;
}

/** The new counter of the authenticator. Undefined if the response is invalid. A proven challenge accepts its proof again. */
export function judgePasskey(
  { challenge, passkey }: { readonly challenge: ScaChallenge; readonly passkey: ScaPasskey },
  proof: PasskeyProof,
  context: AuthContext,
): number | undefined {
  const assertion = assertionIn(proof.assertion);
  const { publicKey, counter, webauthnId, relyingPartyId } = passkey;
  if (challenge.webauthnId !== webauthnId) return undefined;
  if (assertion.signature === sandboxPasskeyProof && isSandbox(context)) return counter;
  const rpIdHash = relyingPartyHash(relyingPartyId);
  const origins = originsOf(relyingPartyId, installationOf(context));
  const isAllowed = challenge.subject === 'QUOTE' ? isOriginOf(proof.origin, rpIdHash) : origins.includes(proof.origin);
  if (!publicKey || !isAllowed) return undefined;
  return judgeAssertion(assertion, {
    webauthnId,
    publicKey,
    rpIdHash,
    counter: challenge.state === 'PROVEN' ? 0 : counter,
    challenges: challengesFor(challenge, context),
    origins: [proof.origin],
  }).counter;
}
