// Verifies a proof of a challenge, by the factor of the challenge.
import type { AuthContext } from '../../context.ts';
import { isSameCode } from '../../domain/same-code.ts';
import { factorsFor, type ScaChallenge } from '../../domain/sca/challenge.ts';
import type { AuthRows } from '../../store/store.ts';
import { codesOf } from './send-code.ts';
import { afterRecovery, afterTotp } from './verify-totp.ts';

export interface Proof {
  readonly code: string | undefined;
  /** The address of the end user, if known. */
  readonly ip?: string;
}

/** Whether the proof is of a kind that the challenge accepts. */
export function isAccepted(challenge: ScaChallenge, { code }: Proof): boolean {
  return code !== undefined && factorsFor(challenge).some((factor) => factor !== 'PASSKEY');
}

/** Requires the lock of the customer: what a valid proof uses up is written in the same commit. */
export async function isValid(rows: AuthRows, challenge: ScaChallenge, proof: Proof, context: AuthContext): Promise<boolean> {
  const { code = '' } = proof;
  const factors = factorsFor(challenge);
  const isSent = factors.includes('SMS_OTP') && codesOf(challenge, context).some((one) => isSameCode(code, one));
  return isSent || (factors.includes('TOTP') && useTotp(rows, challenge, code, context));
}

/** Recovery codes are for logins. A repeated proof of a proven challenge finds its step used by itself. */
async function useTotp(rows: AuthRows, challenge: ScaChallenge, code: string, context: AuthContext): Promise<boolean> {
  const totp = await rows.scaTotps.find(challenge);
  if (!totp?.enrolledAt) return false;
  if (challenge.state === 'PROVEN') return afterTotp(code, { ...totp, usedStep: 0 }, context) !== undefined;
  const used = afterTotp(code, totp, context) ?? (challenge.subject === 'LOGIN' ? afterRecovery(code, totp) : undefined);
  if (used) await rows.scaTotps.save(challenge, used);
  return used !== undefined;
}
