// Verifies a proof of a challenge, by the factor of the challenge.
import type { JsonObject } from '@bufbuild/protobuf';
import type { AuthContext } from '../../context.ts';
import { isSameCode } from '../../domain/same-code.ts';
import { factorsFor, type ScaChallenge } from '../../domain/sca/challenge.ts';
import type { AuthRows } from '../../store/store.ts';
import { judgePasskey, type PasskeyProof } from './passkey-question.ts';
import { codesOf } from './send-code.ts';
import { afterRecovery, afterTotp } from './verify-totp.ts';

export interface Proof {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
  /** The address of the end user, if known. */
  readonly ip?: string;
}

/** Whether the proof is of a kind that the challenge accepts. */
export function isAccepted(challenge: ScaChallenge, { code, passkey }: Proof): boolean {
  return factorsFor(challenge).some((factor) => (factor === 'PASSKEY' ? passkey : code) !== undefined);
}

/** Requires the lock of the customer: what a valid proof uses up is written in the same commit. */
export async function isValid(rows: AuthRows, challenge: ScaChallenge, proof: Proof, context: AuthContext): Promise<boolean> {
  const { code = '', passkey } = proof;
  if (passkey) return usePasskey(rows, { challenge, proof: passkey }, context);
  const factors = factorsFor(challenge);
  const isSent = factors.includes('SMS_OTP') && codesOf(challenge, context).some((one) => isSameCode(code, one));
  return isSent || (factors.includes('TOTP') && useTotp(rows, challenge, code, context));
}

interface PasskeyCase {
  readonly challenge: ScaChallenge;
  readonly proof: PasskeyProof;
}

async function usePasskey(rows: AuthRows, { challenge, proof }: PasskeyCase, context: AuthContext): Promise<boolean> {
  const passkey = await rows.scaPasskeys.find(challenge);
  const counter = passkey && judgePasskey({ challenge, passkey }, proof, context);
  if (counter === undefined) return false;
  if (challenge.state === 'OPEN') await rows.scaPasskeys.moveCounter(challenge, counter);
  return true;
}

/** Recovery codes are for logins only. A proven challenge accepts its code again, although the time step is used. */
async function useTotp(rows: AuthRows, challenge: ScaChallenge, code: string, context: AuthContext): Promise<boolean> {
  const totp = await rows.scaTotps.find(challenge);
  if (!totp?.enrolledAt) return false;
  if (challenge.state === 'PROVEN') return afterTotp(code, { ...totp, usedStep: 0 }, context) !== undefined;
  const used = afterTotp(code, totp, context) ?? (challenge.subject === 'LOGIN' ? afterRecovery(code, totp) : undefined);
  if (used) await rows.scaTotps.save(challenge, used);
  return used !== undefined;
}

interface SentProof {
  readonly code?: string | undefined;
  readonly passkeyAssertion?: JsonObject | undefined;
  readonly origin?: string | undefined;
  readonly endUserIpAddress?: string | undefined;
}

/** The proof in a request. */
export function proofIn({ code, passkeyAssertion: assertion, origin, endUserIpAddress: ip }: SentProof): Proof {
  const passkey = assertion && origin !== undefined ? { assertion, origin } : undefined;
  return { code, passkey, ...(ip !== undefined && { ip }) };
}
