// Decrypts the bundle of the client, verifies the code in it, and uses it up.
import type { AuthContext } from '../context.ts';
import type { OtpCredential } from '../domain/credential.ts';
import { type OtpIssuance, parseAttempt, parsePlaintext, wrongCodesMax } from '../domain/otp.ts';
import { isSameCode } from '../domain/same-code.ts';
import { open } from '../domain/wallet/hpke.ts';
import { compressed, pointOf } from '../domain/wallet/keys.ts';
import type { AuthRows } from '../store/store.ts';
import type { ProofResult } from './proof.ts';

export interface SealedCode {
  readonly credential: OtpCredential;
  /** `encryptedOtpBundle`. */
  readonly bundle: string;
}

/** The key that came with a valid code, compressed hex. Requires the lock of the credential, so that wrong codes are counted one by one. */
export async function proveOtp(
  rows: AuthRows,
  { credential, bundle }: SealedCode,
  context: AuthContext,
): Promise<ProofResult<string>> {
  const { platformId, accountId, id } = credential;
  const issuance = await rows.otpIssuances.open(platformId, id);
  if (!issuance || issuance.expiresAt <= context.clock.now()) return { failure: noPending };
  const attempt = await openAttempt(bundle, issuance);
  if (!attempt) return { failure: 'Invalid encryptedOtpBundle' };
  if (!isSameCode(attempt.code, issuance.code)) {
    await rows.otpIssuances.countWrongCode(issuance, wrongCodesMax);
    return { failure: 'Invalid OTP code' };
  }
  const { publicKey } = attempt;
  const holder = await rows.sessions.findByKey({ platformId, accountIds: [accountId], publicKey });
  if (holder) return { failure: 'Public key already in use' };
  const isConsumed = await rows.otpIssuances.consume(issuance); // a newer code may have been sent in between
  return isConsumed ? { effect: publicKey } : { failure: noPending };
}

const noPending = 'No pending OTP for this credential';

interface Attempt {
  readonly code: string;
  /** Compressed hex. */
  readonly publicKey: string;
}

async function openAttempt(bundle: string, { targetPrivate }: OtpIssuance): Promise<Attempt | undefined> {
  const attempt = parseAttempt(bundle);
  const encapsulated = attempt && pointOf(attempt.encappedPublic);
  if (!encapsulated) return undefined;
  const plaintext = await open({ encapsulated, ciphertext: Buffer.from(attempt.ciphertext, 'hex') }, targetPrivate);
  const inside = plaintext && parsePlaintext(plaintext);
  const publicKey = inside && compressed(inside.publicKey);
  return publicKey === undefined ? undefined : { code: inside?.code ?? '', publicKey };
}
