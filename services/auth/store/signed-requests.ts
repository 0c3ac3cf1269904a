// Signed requests in the database.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import type { KeyHolder } from '../domain/wallet/session.ts';
import { type Claim, failuresMax, type Moment, type SignedRequest } from '../domain/wallet/signed-request.ts';
import { columns, payloadPlace, type SignedRequestRow, selection, toSignedRequest } from './signed-request-row.ts';

export type SignedRequests = ReturnType<typeof signedRequests>;

export interface IdentityQuery {
  readonly platformId: string;
  readonly operation: string;
  readonly fingerprint: Uint8Array;
  readonly now: Date;
}

/** `publicKey`: compressed hex, empty where the retry names none. */
export interface RetryQuery {
  readonly platformId: string;
  readonly id: string;
  readonly publicKey: string;
}

export interface FoundRequest {
  readonly request: SignedRequest;
  readonly holder?: KeyHolder;
}

/** Of a stamp as the audit keeps it. `publicKey` is the one that it names; `code` is that of its refusal. */
export interface RecordedStamp {
  readonly publicKey?: string | undefined;
  readonly code?: string;
  readonly now: Date;
}

/** `message`: what the service settles alone, encrypted. */
export type NewClaim = Claim & { readonly message?: Uint8Array | undefined };

export type RefusedStamp = RecordedStamp & { readonly code: string };

export function signedRequests(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...moves(db, secrets), ...endings(db) };
}

function reads(db: Queryable, secrets: Secrets) {
  return {
    async find(platformId: string, id: string): Promise<SignedRequest | undefined> {
      const [row] = await db.query(sql<SignedRequestRow>`${selection} where platform_id = ${platformId} and id = ${id}`);
      return row && toSignedRequest(row, secrets);
    },

    /** The same, with the session of its accounts that has this key: in one statement, since every retry asks for both. */
    async findFor({ platformId, id, publicKey }: RetryQuery): Promise<FoundRequest | undefined> {
      const [row] = await db.query(sql<SignedRequestRow & HolderRow>`
        ${columns}, "holderId", "holderCredentialId", "holderExpiresAt", "holderRevokedAt"
        from signed_request left join lateral (
          select s.id as "holderId", s.credential_id as "holderCredentialId", s.expires_at as "holderExpiresAt",
                 s.revoked_at as "holderRevokedAt"
          from wallet_session s
          where s.platform_id = signed_request.platform_id and s.account_id = any(account_ids) and s.public_key = ${publicKey}
          order by s.created_at desc limit 1) holder on true
        where platform_id = ${platformId} and id = ${id}`);
      if (!row) return undefined;
      const { holderId, holderCredentialId, holderExpiresAt, holderRevokedAt, ...request } = row;
      const holder = holderId !== null && {
        id: holderId,
        credentialId: holderCredentialId,
        expiresAt: holderExpiresAt,
        ...(holderRevokedAt && { revokedAt: holderRevokedAt }),
      };
      return { request: toSignedRequest(request, secrets), ...(holder && { holder }) };
    },

    /** The latest request that is open for exactly this. */
    async findOpen({ platformId, operation, fingerprint, now }: IdentityQuery): Promise<SignedRequest | undefined> {
      const [row] = await db.query(sql<SignedRequestRow>`
        ${selection} where platform_id = ${platformId} and operation = ${operation} and fingerprint = ${fingerprint}
          and state = 'PENDING' and expires_at > ${now} order by created_at desc limit 1`);
      return row && toSignedRequest(row, secrets);
    },
  };
}

function moves(db: Queryable, secrets: Secrets) {
  return {
    /** A request that is there already stays as it is. */
    async insert(request: SignedRequest): Promise<void> {
      const { id, platformId, accountIds, operation, fingerprint, state, createdAt, expiresAt } = request;
      const payload = secrets.seal(request.payload, payloadPlace(id));
      const { sessionId = null, excludedCredentialId = null, publicKey = null } = request;
      await db.query(sql`
        with opened as (
        insert into signed_request (id, platform_id, account_ids, operation, fingerprint, payload, session_id, excluded_credential_id,
                                    public_key, state, created_at, expires_at)
        values (${id}, ${platformId}, ${[...accountIds]}::uuid[], ${operation}, ${fingerprint}, ${payload}, ${sessionId},
                ${excludedCredentialId}, ${publicKey}, ${state}, ${createdAt}, ${expiresAt})
        on conflict (id) do nothing returning id, platform_id, created_at)
        insert into wallet_audit (platform_id, at, kind, subject) select platform_id, created_at, 'CHALLENGED', id from opened`);
    },

    /** One more retry that failed; after the last that is allowed the request is used up, unless one was accepted before. */
    async countFailure(id: string, { publicKey, code, now }: RefusedStamp): Promise<void> {
      await db.query(sql`
        with failed as (
        update signed_request set failures = failures + 1, state = case when failures + 1 >= ${failuresMax} and state = 'PENDING' then 'CONSUMED' else state end
        where id = ${id} and state <> 'CONSUMED' returning id, platform_id)
        insert into wallet_audit (platform_id, at, kind, subject, public_key, code)
        select platform_id, ${now}, 'STAMP_REFUSED', id, ${publicKey ?? null}, ${code} from failed`);
    },

    /** Takes it for one retry: of several at once, one gets true. */
    async claim(id: string, taking: NewClaim, moment: Moment): Promise<boolean> {
      const { stamp, signer, leaseUntil, holder, message } = taking;
      const { now, wallNow, isAlone, dead } = moment;
      const claimed = await db.query(sql`
        with taken as (
        update signed_request
        set state = 'PROCESSING', taken_stamp = ${stamp}, signer_session_id = ${signer.sessionId ?? null},
            signer_public_key = ${signer.publicKey}, message = coalesce(${message ?? null}, message),
            lease_until = ${leaseUntil}, holder = ${holder}
        where id = ${id} and (expires_at > ${now} or ${isAlone})
          and (state = 'PENDING' or (state = 'PROCESSING' and (lease_until <= ${wallNow} or holder = any(${[...dead]}::int[]))))
        returning id, platform_id, signer_public_key)
        insert into wallet_audit (platform_id, at, kind, subject, public_key)
        select platform_id, ${now}, 'STAMP_ACCEPTED', id, signer_public_key from taken returning subject`);
      return claimed.length === 1;
    },

    /** Whoever has taken it answers PROCESSING; it is not to be carried out before then. */
    async postpone(id: string, settlesAt: Date): Promise<void> {
      await db.query(sql`update signed_request set settles_at = ${settlesAt} where id = ${id} and state = 'PROCESSING'`);
    },

    /** A stamp over a text that another service keeps. */
    async noteStamp(platformId: string, { publicKey, code, now }: RecordedStamp): Promise<void> {
      const kind = code === undefined ? 'STAMP_ACCEPTED' : 'STAMP_REFUSED';
      await db.query(sql`
        insert into wallet_audit (platform_id, at, kind, public_key, code)
        values (${platformId}, ${now}, ${kind}, ${publicKey ?? null}, ${code ?? null})`);
    },
  };
}

function endings(db: Queryable) {
  return {
    async consume(platformId: string, id: string): Promise<void> {
      await db.query(sql`
        update signed_request set state = 'CONSUMED', message = null where platform_id = ${platformId} and id = ${id}`);
    },

    /** Its effect was had, and nobody was told: it can be taken once more for its answer. */
    async settle(platformId: string, id: string, wallNow: Date): Promise<void> {
      await db.query(sql`
        update signed_request set settled = true, lease_until = ${wallNow}, message = null
        where platform_id = ${platformId} and id = ${id} and state = 'PROCESSING'`);
    },

    /** Opens it again for any retry. */
    async releaseClaim(platformId: string, id: string): Promise<void> {
      await db.query(sql`
        update signed_request set state = 'PENDING', taken_stamp = null, signer_session_id = null, signer_public_key = null,
          lease_until = null, holder = null, message = null
        where platform_id = ${platformId} and id = ${id} and state = 'PROCESSING'`);
    },

    /** It stays taken, but keeps nobody out any more. */
    async endLease(platformId: string, id: string, wallNow: Date): Promise<void> {
      await db.query(sql`
        update signed_request set lease_until = ${wallNow} where platform_id = ${platformId} and id = ${id} and state = 'PROCESSING'`);
    },

    /** The credential cannot be signed for any more. */
    async dropOf(credentialIds: readonly string[]): Promise<void> {
      await db.query(sql`
        update signed_request set state = 'CONSUMED'
        where state = 'PENDING' and excluded_credential_id = any(${[...credentialIds]}::uuid[])`);
    },

    /** All that is open for the sessions of these accounts, or was accepted and has not settled. */
    async cancelOf(accountIds: readonly string[], now: Date): Promise<void> {
      await db.query(sql`
        update signed_request set state = 'CONSUMED', message = null
        where expires_at > ${now}::timestamptz - interval '1 hour' and account_ids && ${[...accountIds]}::uuid[] and state <> 'CONSUMED'`);
    },
  };
}

interface HolderRow {
  readonly holderId: string | null;
  readonly holderCredentialId: string;
  readonly holderExpiresAt: Date;
  readonly holderRevokedAt: Date | null;
}
