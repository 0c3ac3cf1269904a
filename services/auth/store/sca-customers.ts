// What is counted of a customer for strong authentication, and the customer's one session.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { ScaStanding } from '../domain/sca/lock.ts';

export type ScaCustomers = ReturnType<typeof scaCustomers>;

export interface CustomerKey {
  readonly platformId: string;
  readonly customerId: string;
}

interface Row {
  readonly failedAttempts: number;
  readonly lockedUntil: Date | null;
  readonly sessionExpiresAt: Date | null;
}

const columns = sql`failed_attempts as "failedAttempts", locked_until as "lockedUntil", session_expires_at as "sessionExpiresAt"`;

export function scaCustomers(db: Queryable) {
  return {
    /** Of one who was never seen too. */
    async find({ platformId, customerId }: CustomerKey): Promise<ScaStanding> {
      const [row] = await db.query(sql<Row>`
        select ${columns} from sca_customer where platform_id = ${platformId} and customer_id = ${customerId}`);
      return standingIn(row);
    },

    /** Everything that is counted goes one after the other. */
    async lock({ platformId, customerId }: CustomerKey): Promise<ScaStanding> {
      const [row] = await db.query(sql<Row>`
        insert into sca_customer (platform_id, customer_id) values (${platformId}, ${customerId})
        on conflict (platform_id, customer_id) do update set failed_attempts = sca_customer.failed_attempts
        returning ${columns}`);
      return standingIn(row);
    },

    async save({ platformId, customerId }: CustomerKey, { failedAttempts, lockedUntil }: ScaStanding): Promise<void> {
      await db.query(sql`
        update sca_customer set failed_attempts = ${failedAttempts}, locked_until = ${lockedUntil ?? null}
        where platform_id = ${platformId} and customer_id = ${customerId}`);
    },

    /** In place of the session before. */
    async openSession({ platformId, customerId }: CustomerKey, expiresAt: Date, ip: string): Promise<void> {
      await db.query(sql`
        update sca_customer set session_expires_at = ${expiresAt}, session_ip = ${ip}
        where platform_id = ${platformId} and customer_id = ${customerId}`);
    },

    /** Counts from zero, free, and logged out. */
    async reset({ platformId, customerId }: CustomerKey): Promise<void> {
      await db.query(sql`
        update sca_customer set failed_attempts = 0, locked_until = null, session_expires_at = null, session_ip = null
        where platform_id = ${platformId} and customer_id = ${customerId}`);
    },

    /** Of a customer who is gone. */
    async remove({ platformId, customerId }: CustomerKey): Promise<void> {
      await db.query(sql`delete from sca_customer where platform_id = ${platformId} and customer_id = ${customerId}`);
      await db.query(sql`delete from sca_challenge where platform_id = ${platformId} and customer_id = ${customerId}`);
    },
  };
}

function standingIn(row: Row | undefined): ScaStanding {
  const { failedAttempts = 0, lockedUntil, sessionExpiresAt } = row ?? {};
  return { failedAttempts, ...(lockedUntil && { lockedUntil }), ...(sessionExpiresAt && { sessionExpiresAt }) };
}
