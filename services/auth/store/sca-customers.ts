// What is counted of a customer for strong authentication, and the customer's one session.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import type { ScaStatus } from '../domain/sca/lock.ts';
import { type Keyed, openText, sealFor } from './personal.ts';

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

const ipPlace = (customerId: string): Place => ({ purpose: 'auth.sca-session', row: customerId });

export interface ScaSession {
  readonly expiresAt: Date;
  readonly ip: string;
}

export function scaCustomers(db: Queryable, secrets: Secrets) {
  return {
    /** Of one who was never seen too. */
    async find({ platformId, customerId }: CustomerKey): Promise<ScaStatus> {
      const [row] = await db.query(sql<Row>`
        select ${columns} from sca_customer where platform_id = ${platformId} and customer_id = ${customerId}`);
      return standingIn(row);
    },

    /** Everything that is counted goes one after the other. */
    async lock({ platformId, customerId }: CustomerKey): Promise<ScaStatus> {
      const [row] = await db.query(sql<Row>`
        insert into sca_customer (platform_id, customer_id) values (${platformId}, ${customerId})
        on conflict (platform_id, customer_id) do update set failed_attempts = sca_customer.failed_attempts
        returning ${columns}`);
      return standingIn(row);
    },

    async save({ platformId, customerId }: CustomerKey, { failedAttempts, lockedUntil }: ScaStatus): Promise<void> {
      await db.query(sql`
        update sca_customer set failed_attempts = ${failedAttempts}, locked_until = ${lockedUntil ?? null}
        where platform_id = ${platformId} and customer_id = ${customerId}`);
    },

    /** In place of the session before. */
    async openSession({ platformId, customerId }: CustomerKey, { expiresAt, ip }: ScaSession): Promise<void> {
      const sealed = await sealFor(db, { platformId, customerId, place: ipPlace(customerId), text: ip }, secrets);
      await db.query(sql`
        update sca_customer set session_expires_at = ${expiresAt}, session_ip = ${sealed}
        where platform_id = ${platformId} and customer_id = ${customerId}`);
    },

    async sessionOf({ platformId, customerId }: CustomerKey): Promise<ScaSession | undefined> {
      const [row] = await db.query(sql<Keyed & { expiresAt: Date; ip: Buffer }>`
        select customer_id as "customerId", session_expires_at as "expiresAt", session_ip as ip,
               ${personalKeyColumn('sca_customer', 'customer_id')}
        from sca_customer where platform_id = ${platformId} and customer_id = ${customerId} and session_expires_at is not null`);
      return row && { expiresAt: row.expiresAt, ip: openText(row, { sealed: row.ip, place: ipPlace(customerId) }, secrets) };
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

function standingIn(row: Row | undefined): ScaStatus {
  const { failedAttempts = 0, lockedUntil, sessionExpiresAt } = row ?? {};
  return { failedAttempts, ...(lockedUntil && { lockedUntil }), ...(sessionExpiresAt && { sessionExpiresAt }) };
}
