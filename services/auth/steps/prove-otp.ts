// Opens what the client encrypted, and checks the code in it.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { publicId } from '../../kit/ids.ts';
import type { Opening } from '../../kit/signed-retry.ts';
import type { AuthContext } from '../context.ts';
import type { OtpCredential } from '../domain/credential.ts';
import { type OtpIssuance, parseAttempt, parsePlaintext, wrongCodesMax } from '../domain/otp.ts';
import { open } from '../domain/wallet/hpke.ts';
import { compressed, pointOf } from '../domain/wallet/keys.ts';
import { verificationToken } from '../domain/wallet/quorum.ts';
import { requestEnd } from '../domain/wallet/signed-request.ts';
import { isKeyUsed } from './open-session.ts';
import { hashedCode, targetKeyPlace } from './otp-secrets.ts';
import { failedProof, refuseHeldBack } from './proof.ts';
import { quorumKey } from './quorum-key.ts';

/** A right code, and what the key that came with it is to sign. The code is yet to be used up. */
export interface ProvenOtp {
  readonly issuanceId: string;
  readonly opening: Opening;
}

/** Undefined where no code is open. Throws UNAUTHORIZED for a wrong one, and RATE_LIMITED. */
export async function proveOtp(credential: OtpCredential, bundle: string, context: AuthContext): Promise<ProvenOtp | undefined> {
  await refuseHeldBack(credential.id, context);
  const refused = (reason: string) => failedProof(credential.id, reason, context);

  const issuance = await context.store.otpIssuances.open(credential.id);
  if (!issuance || issuance.expiresAt <= context.clock.now()) return undefined;
  const attempt = await openAttempt(bundle, issuance, context);
  if (!attempt) throw await refused('Invalid encryptedOtpBundle');
  if (!isCode(attempt.code, issuance, context)) {
    await context.store.otpIssuances.countWrongCode(issuance.id, wrongCodesMax);
    throw await refused('Invalid OTP code');
  }
  if (await isKeyUsed(context, credential.accountId, attempt.publicKey)) throw await refused('Public key already in use');
  return { issuanceId: issuance.id, opening: await openingFor(credential, attempt.publicKey, context) };
}

export const noPending = 'No pending OTP for this credential';

interface Attempt {
  readonly code: string;
  /** Compressed hex. */
  readonly publicKey: string;
}

async function openAttempt(bundle: string, issuance: OtpIssuance, { secrets }: AuthContext): Promise<Attempt | undefined> {
  const attempt = parseAttempt(bundle);
  const encapsulated = attempt && pointOf(attempt.encappedPublic);
  if (!encapsulated) return undefined;
  const scalar = secrets.open(issuance.targetPrivate, targetKeyPlace(issuance.id));
  const plaintext = await open({ encapsulated, ciphertext: Buffer.from(attempt.ciphertext, 'hex') }, scalar);
  const inside = plaintext && parsePlaintext(plaintext);
  const publicKey = inside && compressed(inside.publicKey);
  return publicKey === undefined ? undefined : { code: inside?.code ?? '', publicKey };
}

function isCode(code: string, { id, codeHash }: OtpIssuance, { secrets }: AuthContext): boolean {
  return secrets.isMac(codeHash, hashedCode({ id, code }));
}

async function openingFor(credential: OtpCredential, publicKey: string, context: AuthContext): Promise<Opening> {
  const { clock, ids } = context;
  const { accountId, nickname, type } = credential;
  const expiresAt = requestEnd(clock.now());
  const claims = {
    id: publicId('Verification', ids.next()),
    verificationType: type === 'EMAIL_OTP' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS',
    contact: nickname,
    organizationId: accountId,
    publicKey,
    expiresAt,
  } as const;
  const payload = verificationToken(claims, await quorumKey(context));
  return { accountIds: [accountId], payload, publicKey, expiresAt: timestampFromDate(expiresAt) };
}
