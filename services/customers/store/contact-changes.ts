// Changes of contacts in the database: begun, then either changed or cancelled, and never both.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { ContactChangeState } from '../domain/contact-change.ts';

export interface NewContactChange {
  /** uuid of the signed operation. */
  readonly id: string;
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
}

type EndState = Exclude<ContactChangeState, 'BEGUN'>;

export function contactChangeRows(db: Queryable) {
  return {
    /** Begins a change, or finds how far it has come. */
    async begin({ id, platformId, customerId }: NewContactChange): Promise<ContactChangeState> {
      await db.query(sql`
        insert into contact_change (id, platform_id, customer_id, state)
        values (${id}, ${platformId}, ${customerId}, 'BEGUN') on conflict (id) do nothing`);
      const [row] = await db.query(sql<{ state: ContactChangeState }>`select state from contact_change where id = ${id}`);
      return row?.state ?? 'BEGUN';
    },

    /** Ends it, unless it has ended before, the one way or the other; returns how it has. */
    async end(id: string, state: EndState): Promise<EndState> {
      const [row] = await db.query(sql<{ state: EndState }>`
        update contact_change set state = case state when 'BEGUN' then ${state} else state end where id = ${id} returning state`);
      return row?.state ?? 'CANCELLED';
    },
  };
}
