// The row of a signed request.
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import type { NewRow, Row } from '../../kit/storage/tables.ts';
import type { Claim, SignedRequest } from '../domain/wallet/signed-request.ts';
import type { SignedRequestRecord } from './wallet-records.ts';

/** The place of the sealed text that signatures cover. */
export const payloadPlace = (id: string): Place => ({ purpose: 'auth.signed-request', row: id });

/** The place of the sealed message of a request, which the service may have to settle itself. */
export const messagePlace = (id: string): Place => ({ purpose: 'signed request', row: id });

export type SignedRequestRow = Row<typeof SignedRequestRecord>;

/** A request without a signature. */
export function toNewRow(request: SignedRequest, secrets: Secrets): NewRow<typeof SignedRequestRecord> {
  const { id, platformId, accountIds, operation, fingerprint, payload, state, createdAt, expiresAt } = request;
  return {
    platform_id: platformId,
    id,
    account_ids: [...accountIds],
    operation,
    fingerprint: Buffer.from(fingerprint),
    payload: secrets.seal(payload, payloadPlace(id)),
    session_id: request.sessionId ?? null,
    excluded_credential_id: request.excludedCredentialId ?? null,
    public_key: request.publicKey ?? null,
    state,
    ...unclaimed,
    settles_at: null,
    created_at: createdAt,
    expires_at: expiresAt,
  };
}

/** Columns of a request without a retry. */
export const unclaimed = {
  taken_stamp: null,
  signer_session_id: null,
  signer_public_key: null,
  lease_until: null,
  holder: null,
  message: null,
} as const;

export function toSignedRequest(row: SignedRequestRow, secrets: Secrets): SignedRequest {
  const { id, session_id: sessionId, excluded_credential_id: excludedCredentialId, public_key: publicKey, message } = row;
  const claim = claimIn(row);
  return {
    id,
    platformId: row.platform_id,
    accountIds: row.account_ids,
    operation: row.operation,
    fingerprint: row.fingerprint,
    payload: secrets.open(row.payload, payloadPlace(id)).toString(),
    ...(sessionId !== null && { sessionId }),
    ...(excludedCredentialId !== null && { excludedCredentialId }),
    ...(publicKey !== null && { publicKey }),
    state: row.state,
    ...(claim && { claim }),
    ...(row.settles_at && { settlesAt: row.settles_at }),
    isSettled: row.settled,
    ...(message && { message }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function claimIn({ taken_stamp: stamp, lease_until: leaseUntil, holder, ...row }: SignedRequestRow): Claim | undefined {
  const { signer_public_key: publicKey, signer_session_id: sessionId } = row;
  if (!stamp || !leaseUntil || holder === null) return undefined;
  return { stamp, signer: { publicKey: publicKey ?? '', ...(sessionId !== null && { sessionId }) }, leaseUntil, holder };
}

const sealed = { table: 'signed_request', key: { platform_id: 'uuid', id: 'uuid' } } as const;

export const sealedRequests: SealedColumn[] = [
  { ...sealed, column: 'payload', place: ({ id = '' }) => payloadPlace(id) },
  { ...sealed, column: 'message', place: ({ id = '' }) => messagePlace(id) },
];
