// Opens a session of a wallet account, for a key of the client or a new one that is encrypted to the client.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import { compressed, newScalar, pointOf, publicPoint } from '../domain/wallet/keys.ts';
import { type Issuer, isHeldByClient, type Session, sessionEnd } from '../domain/wallet/session.ts';
import { sealSessionKey } from '../domain/wallet/session-key.ts';
import type { AuthRows } from '../store/store.ts';
import { refusalFor, sessionNotActive } from './wallet-refusals.ts';

type Opening = Pick<AuthContext, 'caller' | 'clock' | 'settings'>;

export interface NewSession {
  /** uuid. Opening it again returns the same session, with a new key if that is encrypted. */
  readonly id: string;
  readonly issuer: Issuer;
  /** As sent by the client. */
  readonly clientPublicKey: string;
}

export interface OpenedSession {
  readonly session: Session;
  /** `encryptedSessionSigningKey`: returned only here. */
  readonly sealedKey?: string;
}

/**
 * Requires the lock of the account, which revocations of sessions and credentials hold too, so that a deleted credential has no session. At
 * most ten sessions are active: the oldest are revoked. Refuses a key that any session of the account has had.
 */
export async function openSession(
  { credentials, sessions }: AuthRows,
  { id, issuer, clientPublicKey }: NewSession,
  context: Opening,
): Promise<OpenedSession> {
  const { caller, clock } = context;
  const key = await sessionKeyFor(issuer, clientPublicKey);
  const now = clock.now();
  const { accountId, customerId, credentialId, type, nickname, webauthnId } = issuer;
  const session: Session = {
    id,
    platformId: caller.platformId,
    accountId,
    customerId,
    credentialId,
    type,
    nickname,
    ...(webauthnId !== undefined && { webauthnId }),
    publicKey: key.publicKey,
    createdAt: now,
    updatedAt: now,
    expiresAt: sessionEnd(now),
  };
  if (!(await credentials.has(caller.platformId, credentialId))) throw sessionNotActive(context);
  const holder = await sessions.findByKey({ ...session, accountIds: [accountId] });
  if (holder && holder.id !== id) throw usedKey(context);
  await sessions.makeRoom(session);
  const kept = await sessions.keep(session);
  if (kept.revokedAt) throw sessionNotActive(context);
  return { session: kept, ...(key.sealed !== undefined && { sealedKey: key.sealed }) };
}

/** Refuses before any challenge what `openSession` would refuse: a key off the curve, or a used key. */
export async function refuseUnfitKey(context: AuthContext, issuer: Issuer, clientPublicKey: string): Promise<void> {
  const publicKey = compressedClientKey(clientPublicKey);
  if (!isHeldByClient(issuer, clientPublicKey)) return;
  const { platformId } = context.caller;
  if (await context.store.sessions.findByKey({ platformId, accountIds: [issuer.accountId], publicKey })) throw usedKey(context);
}

/** The compressed format. Throws INVALID_INPUT for a point off the curve. */
export function compressedClientKey(clientPublicKey: string): string {
  const publicKey = compressed(clientPublicKey);
  if (publicKey !== undefined) return publicKey;
  const error = { field: 'clientPublicKey', message: 'must be a point on the curve P-256' };
  throw fail(ErrorCode.INVALID_INPUT, '1 field is invalid', { errors: [error] });
}

interface SessionKey {
  readonly publicKey: string;
  readonly sealed?: string;
}

/** The private key of an encrypted key is forgotten after this call. */
async function sessionKeyFor(issuer: Issuer, clientPublicKey: string): Promise<SessionKey> {
  const publicKey = compressedClientKey(clientPublicKey);
  const recipient = pointOf(clientPublicKey);
  if (!recipient || isHeldByClient(issuer, clientPublicKey)) return { publicKey };
  const scalar = newScalar();
  return {
    publicKey: compressedClientKey(publicPoint(scalar).toString('hex')),
    sealed: await sealSessionKey(scalar, recipient),
  };
}

const usedKey = (context: Opening) =>
  refusalFor(context, {
    code: ErrorCode.INVALID_INPUT,
    message: 'A session of this account uses or used this key. Create a new key.',
    reason: 'Public key already in use',
  });
