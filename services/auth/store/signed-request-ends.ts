// How signed requests end in the database: by their answer, with the lease of a retry, or with what they were for.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { tablesOf } from '../../kit/storage/tables.ts';
import type { Credential } from '../domain/credential.ts';
import type { SignedRequest } from '../domain/wallet/signed-request.ts';
import { unclaimed } from './signed-request-row.ts';
import { SignedRequestRecord } from './wallet-records.ts';

export type RequestKey = Pick<SignedRequest, 'platformId' | 'id'>;

export function signedRequestEnds(db: Queryable) {
  return {
    async consume({ platformId, id }: RequestKey): Promise<void> {
      const update = tables.updateTable('signed_request').set({ state: 'CONSUMED', message: null });
      await db.query(update.where('platform_id', '=', platformId).where('id', '=', id));
    },

    /** Its effect was had, and nobody was told: it can be taken once more for its answer. */
    async settle(request: RequestKey, wallNow: Date): Promise<void> {
      await db.query(processing(request).set({ settled: true, lease_until: wallNow, message: null }));
    },

    /** Opens it again for any retry. */
    async releaseClaim(request: RequestKey): Promise<void> {
      await db.query(processing(request).set({ ...unclaimed, state: 'PENDING' }));
    },

    /** It stays taken, but keeps nobody out any more. */
    async endLease(request: RequestKey, wallNow: Date): Promise<void> {
      await db.query(processing(request).set({ lease_until: wallNow }));
    },

    /** The credential cannot be signed for any more. */
    async dropOf({ platformId, id }: Pick<Credential, 'platformId' | 'id'>): Promise<void> {
      const which = { platform_id: platformId, excluded_credential_id: id, state: 'PENDING' } as const;
      const update = tables.updateTable('signed_request').set({ state: 'CONSUMED' });
      await db.query(update.where(({ and }) => and(which)));
    },

    /** All that is open for the sessions of these accounts, or was accepted and has not settled. */
    async cancelOf(platformId: string, accountIds: readonly string[], now: Date): Promise<void> {
      await db.query(sql`
        update signed_request set state = 'CONSUMED', message = null
        where platform_id = ${platformId} and expires_at > ${now}::timestamptz - interval '1 hour'
          and account_ids && ${[...accountIds]}::uuid[] and state <> 'CONSUMED'`);
    },
  };
}

const tables = tablesOf(SignedRequestRecord);

/** Changes a request that a retry has taken. */
export const processing = ({ platformId, id }: RequestKey) =>
  tables
    .updateTable('signed_request')
    .where('platform_id', '=', platformId)
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING');
