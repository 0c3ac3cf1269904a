// A signed request as its table has it.
import { sql } from 'kysely';
import { sealedById } from '../../kit/storage/resealing.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import type { SignedRequest } from '../domain/wallet/signed-request.ts';

export const columns = sql`
  select id, platform_id as "platformId", account_ids as "accountIds", operation, fingerprint, payload, session_id as "sessionId",
         excluded_credential_id as "excludedCredentialId", public_key as "publicKey", state, taken_stamp as "takenStamp",
         signer_session_id as "signerSessionId", signer_public_key as "signerPublicKey", lease_until as "leaseUntil", holder,
         settles_at as "settlesAt", settled as "isSettled", message, created_at as "createdAt", expires_at as "expiresAt"`;

export const selection = sql`${columns} from signed_request`;

/** Where the text is sealed that signatures are verified over. */
export const payloadPlace = (id: string): Place => ({ purpose: 'auth.signed-request', row: id });

/** Where the message of a request is sealed, while the service may have to settle it alone. */
export const messagePlace = (id: string): Place => ({ purpose: 'signed request', row: id });

type Optional = 'sessionId' | 'excludedCredentialId' | 'publicKey' | 'taken' | 'settlesAt' | 'message';

export type SignedRequestRow = Omit<SignedRequest, Optional | 'payload'> & {
  readonly payload: Buffer;
  readonly sessionId: string | null;
  readonly excludedCredentialId: string | null;
  readonly publicKey: string | null;
  readonly takenStamp: Buffer | null;
  readonly signerSessionId: string | null;
  readonly signerPublicKey: string | null;
  readonly leaseUntil: Date | null;
  readonly holder: number | null;
  readonly settlesAt: Date | null;
  readonly message: Buffer | null;
};

export function toSignedRequest(row: SignedRequestRow, secrets: Secrets): SignedRequest {
  const { sessionId, excludedCredentialId, publicKey, takenStamp, signerSessionId, signerPublicKey, ...others } = row;
  const { leaseUntil, holder, settlesAt, message, payload, ...plain } = others;
  const signer = { publicKey: signerPublicKey ?? '', ...(signerSessionId !== null && { sessionId: signerSessionId }) };
  return {
    ...plain,
    payload: secrets.open(payload, payloadPlace(row.id)).toString(),
    ...(sessionId !== null && { sessionId }),
    ...(excludedCredentialId !== null && { excludedCredentialId }),
    ...(publicKey !== null && { publicKey }),
    ...(settlesAt && { settlesAt }),
    ...(message && { message }),
    ...(takenStamp && leaseUntil && holder !== null && { claim: { stamp: takenStamp, signer, leaseUntil, holder } }),
  };
}

export const sealedRequests = [
  sealedById('signed_request', 'payload', { key: 'id', place: payloadPlace }),
  sealedById('signed_request', 'message', { key: 'id', place: messagePlace }),
];
