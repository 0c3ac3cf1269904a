// Changes of contacts in the database: begun, then either changed or cancelled, and never both.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { ContactChangeState } from '../domain/contact-change.ts';
import { ContactChangeRecord } from './customer-records.ts';

/** One change. */
export interface ContactChangeKey {
  readonly platformId: string;
  /** uuid of the signed operation. */
  readonly id: string;
}

type EndState = Exclude<ContactChangeState, 'BEGUN'>;

export function contactChangeRows(db: Queryable) {
  return {
    /** Begins a change of a customer, or finds how far it has come. */
    async begin({ platformId, id }: ContactChangeKey, customerId: string): Promise<ContactChangeState> {
      const begun = { platform_id: platformId, id, customer_id: customerId, state: 'BEGUN' as const };
      const insert = insertInto(ContactChangeRecord, [begun]);
      await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'id']).doNothing()));
      const state = tables.selectFrom('contact_change').select('state');
      const [row] = await db.query(state.where('platform_id', '=', platformId).where('id', '=', id));
      return row?.state ?? 'BEGUN';
    },

    /** Ends it, unless it has ended before, the one way or the other; returns how it has. */
    async end({ platformId, id }: ContactChangeKey, state: EndState): Promise<EndState> {
      const [row] = await db.query(sql<{ state: EndState }>`
        update contact_change set state = case state when 'BEGUN' then ${state} else state end
        where platform_id = ${platformId} and id = ${id} returning state`);
      return row?.state ?? 'CANCELLED';
    },
  };
}

const tables = tablesOf(ContactChangeRecord);
