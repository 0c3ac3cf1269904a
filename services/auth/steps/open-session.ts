// Opens a session of a wallet account, for a key that the client holds or for a new one that is sealed to the client's.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/fail.ts';
import type { AuthContext } from '../context.ts';
import { compressed, newScalar, pointOf, publicPoint } from '../domain/wallet/keys.ts';
import { type Issuer, isHeldByClient, type Session, sessionEnd } from '../domain/wallet/session.ts';
import { sealSessionKey } from '../domain/wallet/session-key.ts';
import type { AuthRows } from '../store/store.ts';
import { refusalFor } from './wallet-refusals.ts';

type Opening = Pick<AuthContext, 'caller' | 'clock' | 'settings' | 'store'>;

export interface NewSession {
  /** uuid. Opening it again gives the same session, with a new key where that is sealed. */
  readonly id: string;
  readonly issuer: Issuer;
  /** As the client sent it. */
  readonly clientPublicKey: string;
  /** Written in the same commit; when it throws, there is no session. */
  readonly together?: (rows: AuthRows) => Promise<void>;
}

export interface OpenedSession {
  readonly session: Session;
  /** `encryptedSessionSigningKey`: here and never again. */
  readonly sealedKey?: string;
}

/** At most ten are active: the oldest make room. Refuses a key that any session of the account has had. */
export async function openSession(
  context: Opening,
  { id, issuer, clientPublicKey, together }: NewSession,
): Promise<OpenedSession> {
  const { caller, clock, store } = context;
  const key = await sessionKeyFor(issuer, clientPublicKey);
  const now = clock.now();
  const { accountId, credentialId, type, nickname, webauthnId } = issuer;
  const session: Session = {
    id,
    platformId: caller.platformId,
    accountId,
    credentialId,
    type,
    nickname,
    ...(webauthnId !== undefined && { webauthnId }),
    publicKey: key.publicKey,
    createdAt: now,
    updatedAt: now,
    expiresAt: sessionEnd(now),
  };
  const kept = await store.write(async (rows) => {
    await rows.sessions.lockAccount(accountId);
    const holder = await rows.sessions.findByKey({ ...session, accountIds: [accountId] });
    if (holder && holder.id !== id) throw usedKey(context);
    await together?.(rows);
    await rows.sessions.makeRoom(session);
    return rows.sessions.insert(session);
  });
  return { session: kept, ...(key.sealed !== undefined && { sealedKey: key.sealed }) };
}

/** Refuses before any challenge what `openSession` would refuse: a key beside the curve, or one that was used. */
export async function refuseUnfitKey(context: AuthContext, issuer: Issuer, clientPublicKey: string): Promise<void> {
  const publicKey = compressedClientKey(clientPublicKey);
  if (isHeldByClient(issuer, clientPublicKey) && (await isKeyUsed(context, issuer.accountId, publicKey))) throw usedKey(context);
}

/** Whether any session of the account has, or had, this key. */
export async function isKeyUsed({ caller, store }: AuthContext, accountId: string, publicKey: string): Promise<boolean> {
  const { platformId } = caller;
  return (await store.sessions.findByKey({ platformId, accountIds: [accountId], publicKey })) !== undefined;
}

/** The compressed form. Throws INVALID_INPUT for what is no point of the curve. */
export function compressedClientKey(clientPublicKey: string): string {
  const publicKey = compressed(clientPublicKey);
  if (publicKey !== undefined) return publicKey;
  const error = { field: 'clientPublicKey', message: 'must be a point of the curve P-256' };
  throw fail(ErrorCode.INVALID_INPUT, '1 field is invalid', { errors: [error] });
}

interface SessionKey {
  readonly publicKey: string;
  readonly sealed?: string;
}

/** The private half of a sealed key is forgotten with this call. */
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
    message: 'A session of this account has this key, or had it. Make a new key.',
    reason: 'Public key already in use',
  });
