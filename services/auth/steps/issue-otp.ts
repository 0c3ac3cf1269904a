// Issues a one-time code for a credential, with a key of its own to encrypt it to, and sends it.
import { randomInt } from 'node:crypto';
import type { EmbeddedWalletConfig } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { AuthContext } from '../context.ts';
import type { OtpCredential } from '../domain/credential.ts';
import { otpLimits, waitSeconds } from '../domain/limits.ts';
import { codeFrom, type OtpIssuance, sandboxCode } from '../domain/otp.ts';
import { newScalar, publicPoint } from '../domain/wallet/keys.ts';
import { otpTargetBundle } from '../domain/wallet/quorum.ts';
import { notFound } from './credential-in.ts';
import { codeHashOf, targetKeyPurpose } from './otp-secrets.ts';
import { rateLimited } from './proof.ts';
import { quorumKey } from './quorum-key.ts';
import { isSandbox } from './wallet-refusals.ts';

export interface Issued<C> {
  readonly issued: C;
  /** `otpEncryptionTargetBundle`. */
  readonly bundle: string;
}

/** The code before it is dead from now on. Throws RATE_LIMITED, and SERVICE_UNAVAILABLE when the code cannot be sent. */
export async function issueOtp<C extends OtpCredential>(credential: C, context: AuthContext): Promise<Issued<C>> {
  const { clients, clock, delivery } = context;
  const { config } = await clients.platform.getPlatform({});
  const wallet = config?.embeddedWalletConfig;
  const code = isSandbox(context) ? sandboxCode : newCode(wallet);
  const now = clock.now();
  const expiresInSeconds = wallet?.expirationSeconds ?? 300;
  const { issuance, point } = issuanceOf({ credential, code, now, expiresInSeconds }, context);

  await write(issuance, context);
  if (!isSandbox(context)) {
    const { type, nickname } = credential;
    await delivery.send({ type, to: nickname, code, expiresInSeconds, ...(wallet && { wallet }) });
  }
  return { issued: { ...credential, updatedAt: now }, bundle: otpTargetBundle(point, await quorumKey(context)) };
}

function newCode(wallet: EmbeddedWalletConfig | undefined): string {
  return codeFrom({ length: wallet?.otpLength ?? 6, isAlphanumeric: wallet?.alphanumeric ?? false }, randomInt);
}

interface Draft {
  readonly credential: OtpCredential;
  readonly code: string;
  readonly now: Date;
  readonly expiresInSeconds: number;
}

function issuanceOf({ credential, code, now, expiresInSeconds }: Draft, { ids, secrets }: AuthContext) {
  const id = ids.next();
  const scalar = newScalar();
  const point = publicPoint(scalar);
  const issuance: OtpIssuance = {
    id,
    credentialId: credential.id,
    codeHash: codeHashOf({ id, code }, secrets),
    targetPublic: point.toString('hex'),
    targetPrivate: secrets.seal(scalar, targetKeyPurpose),
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresInSeconds * 1_000),
  };
  return { issuance, point };
}

/** Counted and written while the credential is locked: of requests at once, no more get through than are allowed. */
async function write(issuance: OtpIssuance, { caller, requestId, store }: AuthContext): Promise<void> {
  const { id, credentialId, createdAt: now, expiresAt } = issuance;
  const hourAgo = new Date(now.getTime() - hourMs);
  await store.write(async (rows) => {
    if (!(await rows.credentials.lock(caller.platformId, credentialId))) throw notFound(`AuthMethod:${credentialId}`);
    const wait = waitSeconds(await rows.otpIssuances.timesSince(credentialId, hourAgo), otpLimits, now);
    if (wait !== undefined) throw rateLimited('Too many codes were asked for with this credential.', wait);
    await rows.otpIssuances.issue(issuance, hourAgo);
    await rows.credentials.touch(credentialId, now);
    await rows.jobs.add({ kind: 'expire-otp', key: id, caller, payload: { issuanceId: id }, runAt: expiresAt, requestId });
  });
}

const hourMs = 3_600_000;
