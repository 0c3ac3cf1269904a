// Who stamped a text, if they may.
import { Refusal } from '../../kit/fail.ts';
import type { AuthContext } from '../context.ts';
import { isActive, type Session } from '../domain/wallet/session.ts';
import type { Signer, Signers } from '../domain/wallet/signed-request.ts';
import { isStampOf, parseStamp } from '../domain/wallet/stamp.ts';
import { isSandbox, malformedStamp, wrongStamp } from './wallet-refusals.ts';

/** A header that older sandbox clients send instead of a stamp. */
const legacyStamp = 'sandbox-valid-signature';

export interface StampedText {
  readonly header: string;
  readonly payload: string;
  readonly signers: Signers;
}

/** The signer, or why there is none: parsed first, then the key, then the signature. */
export async function checkStamp({ header, payload, signers }: StampedText, context: AuthContext): Promise<Signer | Refusal> {
  if (header === legacyStamp && isSandbox(context)) return standIn(signers);
  const stamp = parseStamp(header);
  if (!stamp) return malformedStamp(context);
  const signer = await signerOf(stamp.publicKey, signers, context);
  return signer && isStampOf(stamp, payload) ? signer : wrongStamp(context);
}

async function signerOf(publicKey: string, signers: Signers, { caller, clock, store }: AuthContext): Promise<Signer | undefined> {
  if (signers.publicKey !== undefined) return signers.publicKey === publicKey ? { publicKey } : undefined;
  const { accountIds } = signers;
  const session = await store.sessions.findByKey({ platformId: caller.platformId, accountIds, publicKey });
  if (!session || !isActive(session, clock.now()) || !maySign(session, signers)) return undefined;
  return { publicKey, sessionId: session.id };
}

function maySign(session: Session, { sessionId, excludedCredentialId }: Signers): boolean {
  return (sessionId === undefined || session.id === sessionId) && session.credentialId !== excludedCredentialId;
}

function standIn({ publicKey = '', sessionId }: Signers): Signer {
  return { publicKey, ...(sessionId !== undefined && { sessionId }) };
}
