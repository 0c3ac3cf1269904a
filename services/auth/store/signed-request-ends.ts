// Ends of signed requests: by their response, with the lease of a retry, or with their resource.
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
      await db.query(sql`
        update signed_request set state = 'CONSUMED', message = null where platform_id = ${platformId} and id = ${id}`);
    },

    /** The operation was executed, but its response was not delivered: the request can be claimed again for the response. */
    async settle(request: RequestKey, wallNow: Date): Promise<void> {
      await db.query(processing(request).set({ settled: true, lease_until: wallNow, message: null }));
    },

    /** Opens it again for any retry. */
    async releaseClaim(request: RequestKey): Promise<void> {
      await db.query(processing(request).set({ ...unclaimed, state: 'PENDING' }));
    },

    /** It stays claimed, but no longer blocks others. */
    async endLease(request: RequestKey, wallNow: Date): Promise<void> {
      await db.query(processing(request).set({ lease_until: wallNow }));
    },

    /** The credential no longer exists. */
    async dropOf({ platformId, id }: Pick<Credential, 'platformId' | 'id'>): Promise<void> {
      const which = { platform_id: platformId, excluded_credential_id: id, state: 'PENDING' } as const;
      const update = tables.updateTable('signed_request').set({ state: 'CONSUMED' });
      await db.query(update.where(({ and }) => and(which)));
    },

    /** Ends all requests for the sessions of these accounts that are open, or accepted and not settled. */
    async cancelOf(platformId: string, accountIds: readonly string[], now: Date): Promise<void> {
      await db.query(sql`
        update signed_request set state = 'CONSUMED', message = null
        where platform_id = ${platformId} and expires_at > ${now}::timestamptz - interval '1 hour'
          and account_ids && ${[...accountIds]}::uuid[] and state <> 'CONSUMED'`);
    },
  };
}

const tables = tablesOf(SignedRequestRecord);

/** Changes a claimed request. */
export const processing = ({ platformId, id }: RequestKey) =>
  tables
    .updateTable('signed_request')
    .where('platform_id', '=', platformId)
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING');
