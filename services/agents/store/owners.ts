// The customers that have agents, and how many live ones each has.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import { agentsMax } from '../domain/agent.ts';

/** Why a customer may have no further agent. */
export type NoPlace = 'limit' | 'closed';

export interface Owners {
  /** Counts a new agent, and locks its customer until the transaction ends. Returns why the customer may not have it. */
  claimPlace(customer: Person): Promise<NoPlace | undefined>;
  /** Locks the customer. Required before a deletion of one of its agents. */
  lock(customer: Person): Promise<void>;
  /** Subtracts a deleted agent of a locked customer. */
  leavePlace(customer: Person): Promise<void>;
  /** Locks the customer, and prevents further agents. Repeatable. */
  close(customer: Person, closedAt: Date): Promise<void>;
}

export function owners(db: Queryable): Owners {
  return {
    async claimPlace({ platformId, customerId }) {
      const [claimed] = await db.query(sql`
        insert into agent_owner as owner (platform_id, customer_id, agents) values (${platformId}, ${customerId}, 1)
        on conflict (platform_id, customer_id) do update set agents = owner.agents + 1
          where owner.agents < ${agentsMax} and owner.closed_at is null
        returning 1`);
      if (claimed) return undefined;
      const [owner] = await db.query(sql<{ is_closed: boolean }>`
        select closed_at is not null as is_closed from agent_owner
        where platform_id = ${platformId} and customer_id = ${customerId}`);
      return owner?.is_closed ? 'closed' : 'limit';
    },
    async lock({ platformId, customerId }) {
      await db.query(sql`
        select 1 from agent_owner where platform_id = ${platformId} and customer_id = ${customerId} for update`);
    },
    async leavePlace({ platformId, customerId }) {
      await db.query(sql`
        update agent_owner set agents = agents - 1 where platform_id = ${platformId} and customer_id = ${customerId}`);
    },
    async close({ platformId, customerId }, closedAt) {
      await db.query(sql`
        insert into agent_owner as owner (platform_id, customer_id, agents, closed_at)
        values (${platformId}, ${customerId}, 0, ${closedAt})
        on conflict (platform_id, customer_id) do update
          set agents = 0, closed_at = coalesce(owner.closed_at, excluded.closed_at)`);
    },
  };
}
