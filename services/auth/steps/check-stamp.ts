// Verifies the stamp of a text and its signer.
import type { Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import { isActive, type KeyHolder } from '../domain/wallet/session.ts';
import type { Signer, Signers } from '../domain/wallet/signed-request.ts';
import { isStampOf, type Stamp } from '../domain/wallet/stamp.ts';
import { isSandbox, malformedStamp, wrongStamp } from './wallet-refusals.ts';

/** A value of the header that older sandbox clients send instead of a stamp. */
const legacyStamp = 'sandbox-valid-signature';

export interface StampedText {
  readonly header: string;
  /** The content of the header. Undefined if it is malformed. */
  readonly stamp: Stamp | undefined;
  readonly payload: string;
  readonly signers: Signers;
  /** The session of the signers' accounts with the stamp's key. */
  readonly holder: KeyHolder | undefined;
}

/** The signer, or the failed check: first the format, then the key, then the signature. */
export function checkStamp(stamped: StampedText, context: AuthContext): Signer | Refusal {
  const { header, stamp, payload, signers } = stamped;
  if (header === legacyStamp && isSandbox(context)) return standIn(signers);
  if (!stamp) return malformedStamp(context);
  const signer = signerOf(stamp, stamped, context);
  return signer && isStampOf(stamp, payload) ? signer : wrongStamp(context);
}

function signerOf({ publicKey }: Stamp, { signers, holder }: StampedText, { clock }: AuthContext): Signer | undefined {
  if (signers.publicKey !== undefined) return signers.publicKey === publicKey ? { publicKey } : undefined;
  if (!holder || !isActive(holder, clock.now()) || !maySign(holder, signers)) return undefined;
  return { publicKey, sessionId: holder.id };
}

function maySign(holder: KeyHolder, { sessionId, excludedCredentialId }: Signers): boolean {
  return (sessionId === undefined || holder.id === sessionId) && holder.credentialId !== excludedCredentialId;
}

function standIn({ publicKey = '', sessionId }: Signers): Signer {
  return { publicKey, ...(sessionId !== undefined && { sessionId }) };
}
