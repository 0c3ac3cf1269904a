// Contact changes in the database: started, then either applied or cancelled.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { ContactChangeState } from '../domain/contact-change.ts';
import { ContactChangeRecord } from './customer-records.ts';

/** A contact change. */
export interface ContactChangeKey {
  readonly platformId: string;
  /** uuid of the signed operation. */
  readonly id: string;
}

type EndState = Exclude<ContactChangeState, 'BEGUN'>;

export function contactChangeRows(db: Queryable) {
  return {
    /** Starts a change of a customer, or returns its current state. */
    async begin({ platformId, id }: ContactChangeKey, customerId: string): Promise<ContactChangeState> {
      const begun = { platform_id: platformId, id, customer_id: customerId, state: 'BEGUN' as const };
      const insert = insertInto(ContactChangeRecord, [begun]);
      await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'id']).doNothing()));
      const state = tables.selectFrom('contact_change').select('state');
      const [row] = await db.query(state.where('platform_id', '=', platformId).where('id', '=', id));
      return row?.state ?? 'BEGUN';
    },

    /** Ends it with a state, unless it has already ended. Returns the final state. */
    async end({ platformId, id }: ContactChangeKey, state: EndState): Promise<EndState> {
      const [row] = await db.query(sql<{ state: EndState }>`
        update contact_change set state = case state when 'BEGUN' then ${state} else state end
        where platform_id = ${platformId} and id = ${id} returning state`);
      return row?.state ?? 'CANCELLED';
    },
  };
}

const tables = tablesOf(ContactChangeRecord);
