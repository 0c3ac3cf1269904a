// Issues a one-time code for a credential, with its own encryption key, and sends it.
import { randomInt } from 'node:crypto';
import type { EmbeddedWalletConfig } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import type { AuthContext } from '../context.ts';
import type { OtpCredential } from '../domain/credential.ts';
import { otpLimits, waitSeconds } from '../domain/limits.ts';
import { codeFrom, type OtpIssuance, sandboxCode } from '../domain/otp.ts';
import { newScalar, publicPoint } from '../domain/wallet/keys.ts';
import { otpTargetBundle } from '../domain/wallet/quorum.ts';
import type { AuthRows } from '../store/store.ts';
import { notFound } from './credential-in.ts';
import { rateLimited } from './proof.ts';
import { quorumKey } from './quorum-key.ts';
import { isSandbox } from './wallet-refusals.ts';

export interface Issued<C> {
  readonly issued: C;
  /** `otpEncryptionTargetBundle`. */
  readonly bundle: string;
}

/**
 * Sends one code per id; later calls with the same id return the same key. Invalidates the previous code. Throws RATE_LIMITED, and
 * SERVICE_UNAVAILABLE if the code cannot be sent.
 */
export async function issueOtp<C extends OtpCredential>(credential: C, id: string, context: AuthContext): Promise<Issued<C>> {
  const { caller, clients, clock, store } = context;
  const quorum = await quorumKey(context);
  const sent = await store.otpIssuances.targetOfSent(caller.platformId, id);
  if (sent !== undefined) return { issued: credential, bundle: otpTargetBundle(Buffer.from(sent, 'hex'), quorum) };

  const { config } = await clients.platform.getPlatform({});
  const wallet = config?.embeddedWalletConfig;
  const code = isSandbox(context) ? sandboxCode : newCode(wallet);
  const now = clock.now();
  const expiresInSeconds = wallet?.expirationSeconds ?? 300;
  const { issuance, point } = issuanceOf({ id, credential, code, now, expiresInSeconds }, context);
  await write(issuance, context);
  reached('code issued');
  if (!isSandbox(context)) {
    const { type, nickname } = credential;
    await context.delivery.send({ type, to: nickname, code, expiresInSeconds, ...(wallet && { wallet }) });
    await store.otpIssuances.markSent(issuance, clock.now());
  }
  return { issued: { ...credential, updatedAt: now }, bundle: otpTargetBundle(point, quorum) };
}

function newCode(wallet: EmbeddedWalletConfig | undefined): string {
  return codeFrom({ length: wallet?.otpLength ?? 6, isAlphanumeric: wallet?.alphanumeric ?? false }, randomInt);
}

interface Draft {
  readonly id: string;
  readonly credential: OtpCredential;
  readonly code: string;
  readonly now: Date;
  readonly expiresInSeconds: number;
}

/** The sandbox sends no codes. */
function issuanceOf({ id, credential, code, now, expiresInSeconds }: Draft, context: AuthContext) {
  const scalar = newScalar();
  const point = publicPoint(scalar);
  const issuance: OtpIssuance = {
    platformId: credential.platformId,
    id,
    credentialId: credential.id,
    code,
    targetPublic: point.toString('hex'),
    targetPrivate: scalar,
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresInSeconds * 1_000),
    ...(isSandbox(context) && { sentAt: now }),
  };
  return { issuance, point };
}

/** Counted and written while the credential is locked, so that concurrent requests stay within the limit. */
async function write(issuance: OtpIssuance, { caller, requestId, store }: AuthContext): Promise<void> {
  const { platformId, id, credentialId, createdAt: now, expiresAt } = issuance;
  await store.write(async (rows) => {
    if (!(await rows.credentials.lock(platformId, credentialId))) throw notFound(`AuthMethod:${credentialId}`);
    await refuseTooMany(rows, { platformId, credentialId }, now);
    await rows.otpIssuances.issue(issuance, hourBefore(now));
    await rows.credentials.touch({ platformId, id: credentialId }, now);
    await rows.jobs.add({ kind: 'expire-otp', key: id, caller, payload: { issuanceId: id }, runAt: expiresAt, requestId });
  });
}

/** Throws RATE_LIMITED if no further code may be sent now. */
export async function refuseTooMany(rows: AuthRows, { platformId, credentialId }: CodeOf, now: Date): Promise<void> {
  const times = await rows.otpIssuances.timesSince(platformId, credentialId, hourBefore(now));
  const wait = waitSeconds(times, otpLimits, now);
  if (wait !== undefined) throw rateLimited('Too many codes were requested for this credential. Try again later.', wait);
}

type CodeOf = Pick<OtpIssuance, 'platformId' | 'credentialId'>;

const hourBefore = (now: Date) => new Date(now.getTime() - 3_600_000);
