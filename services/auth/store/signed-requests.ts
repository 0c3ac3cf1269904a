// Signed requests in the database.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import { insertRow, type Row, tablesOf } from '../../kit/storage/tables.ts';
import type { KeyHolder } from '../domain/wallet/session.ts';
import { type Claim, failuresMax, type Moment, type SignedRequest } from '../domain/wallet/signed-request.ts';
import { processing, type RequestKey, signedRequestEnds } from './signed-request-ends.ts';
import { type SignedRequestRow, toNewRow, toSignedRequest } from './signed-request-row.ts';
import { addToAudit, auditing, type Changed } from './wallet-audit.ts';
import { SignedRequestRecord, type WalletSessionRecord } from './wallet-records.ts';
import { toKeyHolder } from './wallet-sessions.ts';

export type SignedRequests = ReturnType<typeof signedRequests>;

export interface IdentityQuery {
  readonly platformId: string;
  readonly operation: string;
  readonly fingerprint: Uint8Array;
  readonly now: Date;
}

/** `publicKey`: compressed hex. Empty if the retry has none. */
export interface RetryQuery {
  readonly platformId: string;
  readonly id: string;
  readonly publicKey: string;
}

export interface FoundRequest {
  readonly request: SignedRequest;
  readonly holder?: KeyHolder;
}

/** The audit entry of a stamp. `publicKey` is the one in the stamp, `code` that of its refusal. */
export interface RecordedStamp {
  readonly publicKey?: string | undefined;
  readonly code?: string;
  readonly at: Date;
}

/** `message`: for requests that the service settles itself, encrypted. */
export type NewClaim = Claim & { readonly message?: Uint8Array | undefined };

export type RefusedStamp = RecordedStamp & { readonly code: string };

export function signedRequests(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...moves(db, secrets), ...signedRequestEnds(db) };
}

function reads(db: Queryable, secrets: Secrets) {
  return {
    async find(platformId: string, id: string): Promise<SignedRequest | undefined> {
      const request = tables.selectFrom('signed_request').selectAll();
      const [row] = await db.query(request.where('platform_id', '=', platformId).where('id', '=', id));
      return row && toSignedRequest(row, secrets);
    },

    /** The same, with the session of its accounts that has this key. One statement, because every retry needs both. */
    async findFor({ platformId, id, publicKey }: RetryQuery): Promise<FoundRequest | undefined> {
      const [row] = await db.query(sql<SignedRequestRow & HolderRow>`
        select signed_request.*, holder.*
        from signed_request left join lateral (
          select s.id as holder_id, s.credential_id as holder_credential_id, s.expires_at as holder_expires_at,
                 s.revoked_at as holder_revoked_at
          from wallet_session s
          where s.platform_id = ${platformId} and s.account_id = any(account_ids) and s.public_key = ${publicKey}
          order by s.created_at desc limit 1) holder on true
        where platform_id = ${platformId} and id = ${id}`);
      const holder = row && holderIn(row);
      return row && { request: toSignedRequest(row, secrets), ...(holder && { holder }) };
    },

    /** The latest open request for exactly this operation. */
    async findOpen({ platformId, operation, fingerprint, now }: IdentityQuery): Promise<SignedRequest | undefined> {
      const which = { platform_id: platformId, operation, fingerprint: Buffer.from(fingerprint), state: 'PENDING' } as const;
      const request = tables.selectFrom('signed_request').selectAll().where('expires_at', '>', now);
      const latest = request.where(({ and }) => and(which)).orderBy('created_at', 'desc');
      const [row] = await db.query(latest.limit(1));
      return row && toSignedRequest(row, secrets);
    },
  };
}

function moves(db: Queryable, secrets: Secrets) {
  const audited = auditing(db);
  return {
    /** Keeps an existing request. */
    async insert(request: SignedRequest): Promise<void> {
      const row = insertRow(SignedRequestRecord, toNewRow(request, secrets));
      const opened = sql<Changed>`${row} on conflict do nothing returning platform_id, id`;
      await audited(opened, { kind: 'CHALLENGED', at: request.createdAt });
    },

    /** Counts a failed retry. The last allowed one uses up the request, unless an earlier retry was accepted. */
    async countFailure({ platformId, id }: RequestKey, { publicKey, code, at }: RefusedStamp): Promise<void> {
      const failed = sql<Changed>`
        update signed_request set failures = failures + 1, state = case when failures + 1 >= ${failuresMax} and state = 'PENDING' then 'CONSUMED' else state end
        where platform_id = ${platformId} and id = ${id} and state <> 'CONSUMED' returning platform_id, id`;
      await audited(failed, { kind: 'STAMP_REFUSED', at, publicKey, code });
    },

    /** Claims it for one retry: of concurrent retries, one gets true. */
    async claim({ platformId, id }: RequestKey, taking: NewClaim, moment: Moment): Promise<boolean> {
      const { stamp, signer, leaseUntil, holder, message } = taking;
      const { now, wallNow, isAlone, dead } = moment;
      const taken = sql<Changed>`
        update signed_request
        set state = 'PROCESSING', taken_stamp = ${stamp}, signer_session_id = ${signer.sessionId ?? null},
            signer_public_key = ${signer.publicKey}, message = coalesce(${message ?? null}, message),
            lease_until = ${leaseUntil}, holder = ${holder}
        where platform_id = ${platformId} and id = ${id} and (expires_at > ${now} or ${isAlone})
          and (state = 'PENDING' or (state = 'PROCESSING' and (lease_until <= ${wallNow} or holder = any(${[...dead]}::int[]))))
        returning platform_id, id`;
      const claimed = await audited(taken, { kind: 'STAMP_ACCEPTED', at: now, publicKey: signer.publicKey });
      return claimed === 1;
    },

    /** The claiming call answers PROCESSING. The request is not executed before then. */
    async postpone(request: RequestKey, settlesAt: Date): Promise<void> {
      await db.query(processing(request).set({ settles_at: settlesAt }));
    },

    /** A stamp over a text that another service stores. */
    async noteStamp(platformId: string, { publicKey, code, at }: RecordedStamp): Promise<void> {
      const kind = code === undefined ? 'STAMP_ACCEPTED' : 'STAMP_REFUSED';
      await addToAudit(db, { platformId }, { kind, at, publicKey, code });
    },
  };
}

const tables = tablesOf(SignedRequestRecord);

type SessionRow = Row<typeof WalletSessionRecord>;

interface HolderRow {
  readonly holder_id: string | null;
  readonly holder_credential_id: SessionRow['credential_id'];
  readonly holder_expires_at: SessionRow['expires_at'];
  readonly holder_revoked_at: SessionRow['revoked_at'];
}

function holderIn({ holder_id: id, ...row }: HolderRow): KeyHolder | undefined {
  if (id === null) return undefined;
  const { holder_credential_id: credential_id, holder_expires_at: expires_at, holder_revoked_at: revoked_at } = row;
  return toKeyHolder({ id, credential_id, expires_at, revoked_at });
}
