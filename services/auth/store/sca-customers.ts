// Counters of a customer for strong customer authentication, and the customer's session.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import type { ScaStatus } from '../domain/sca/lock.ts';
import { personalTexts } from './personal.ts';
import { ScaChallengeRecord, ScaCustomerRecord, ScaPasskeyRecord, ScaResetRecord, ScaTotpRecord } from './sca-records.ts';

export type ScaCustomers = ReturnType<typeof scaCustomers>;

/** A customer, whose lock guards all counters, challenges and proofs of strong customer authentication. */
export type CustomerKey = Person;

const ipPlace = (customerId: string): Place => ({ purpose: 'auth.sca-session', row: customerId });

const phonePlace = (customerId: string): Place => ({ purpose: 'auth.sca-phone', row: customerId });

/** The phone number of a reset. It is the customer's factor as long as the customer has the number that it replaces. */
export interface ScaPhone {
  /** In E.164 format. */
  readonly number: string;
  /** Empty if the customer had none. */
  readonly insteadOf: string;
}

export interface ScaSession {
  readonly expiresAt: Date;
  readonly ip: string;
}

export function scaCustomers(db: Queryable, secrets: Secrets) {
  return { ...standings(db), ...sessions(db, secrets), ...phones(db, secrets) };
}

function standings(db: Queryable) {
  return {
    /** Also for an unknown customer. */
    async find(customer: CustomerKey): Promise<ScaStatus> {
      const [row] = await db.query(
        tables
          .selectFrom('sca_customer')
          .select(columns)
          .where(({ and }) => and(keyOf(customer))),
      );
      return standingIn(row);
    },

    /** Serializes all changes of counters. */
    async lock(customer: CustomerKey): Promise<ScaStatus> {
      const nothing = { locked_until: null, session_expires_at: null, session_ip: null, phone: null };
      const insert = insertInto(ScaCustomerRecord, [{ ...keyOf(customer), ...nothing }]);
      const same = { failed_attempts: sql<number>`sca_customer.failed_attempts` };
      const locking = insert.onConflict((conflict) => conflict.columns(['platform_id', 'customer_id']).doUpdateSet(same));
      const [row] = await db.query(locking.returning(columns));
      return standingIn(row);
    },

    async save(customer: CustomerKey, { failedAttempts, lockedUntil = null }: Counted): Promise<void> {
      await db.query(change(customer).set({ failed_attempts: failedAttempts, locked_until: lockedUntil }));
    },

    /** Resets counters and lock, and ends the session. */
    async reset(customer: CustomerKey): Promise<void> {
      const nothing = { failed_attempts: 0, locked_until: null, session_expires_at: null, session_ip: null };
      await db.query(change(customer).set(nothing));
    },

    /** For a deleted customer. */
    async remove(customer: CustomerKey): Promise<void> {
      await db.query(tables.deleteFrom('sca_customer').where(({ and }) => and(keyOf(customer))));
      await db.query(tables.deleteFrom('sca_challenge').where(({ and }) => and(keyOf(customer))));
      await db.query(tables.deleteFrom('sca_totp').where(({ and }) => and(keyOf(customer))));
      await db.query(tables.deleteFrom('sca_passkey').where(({ and }) => and(keyOf(customer))));
      await db.query(tables.deleteFrom('sca_reset').where(({ and }) => and(keyOf(customer))));
    },
  };
}

function sessions(db: Queryable, secrets: Secrets) {
  const texts = personalTexts(db, secrets);
  return {
    /** Replaces the current session. */
    async openSession(customer: CustomerKey, { expiresAt, ip }: ScaSession): Promise<void> {
      const sealed = await texts.seal(customer, ipPlace(customer.customerId), ip);
      await db.query(change(customer).set({ session_expires_at: expiresAt, session_ip: sealed }));
    },

    async endSession(customer: CustomerKey): Promise<void> {
      await db.query(change(customer).set({ session_expires_at: null, session_ip: null }));
    },

    async sessionOf(customer: CustomerKey): Promise<ScaSession | undefined> {
      const session = tables.selectFrom('sca_customer').select(['session_expires_at', 'session_ip']);
      const [row] = await db.query(session.where(({ and }) => and(keyOf(customer))));
      if (!row?.session_expires_at) return undefined;
      const open = await texts.openerFor(customer);
      return { expiresAt: row.session_expires_at, ip: open(row.session_ip, ipPlace(customer.customerId)) };
    },
  };
}

function phones(db: Queryable, secrets: Secrets) {
  const texts = personalTexts(db, secrets);
  return {
    async phoneOf(customer: CustomerKey): Promise<ScaPhone | undefined> {
      const phone = tables.selectFrom('sca_customer').select('phone');
      const [row] = await db.query(phone.where(({ and }) => and(keyOf(customer))));
      if (!row?.phone) return undefined;
      const text = (await texts.openerFor(customer))(row.phone, phonePlace(customer.customerId));
      return text === '' ? undefined : (JSON.parse(text) as ScaPhone);
    },

    async putPhone(customer: CustomerKey, phone: ScaPhone): Promise<void> {
      const sealed = await texts.seal(customer, phonePlace(customer.customerId), JSON.stringify(phone));
      await db.query(change(customer).set({ phone: sealed }));
    },

    async removePhone(customer: CustomerKey): Promise<void> {
      await db.query(change(customer).set({ phone: null }));
    },
  };
}

const tables = tablesOf(ScaCustomerRecord, ScaChallengeRecord, ScaTotpRecord, ScaPasskeyRecord, ScaResetRecord);

const columns = ['failed_attempts', 'locked_until', 'session_expires_at'] as const;

export const keyOf = ({ platformId, customerId }: CustomerKey) => ({ platform_id: platformId, customer_id: customerId });

const change = (customer: CustomerKey) => tables.updateTable('sca_customer').where(({ and }) => and(keyOf(customer)));

type Counted = Pick<ScaStatus, 'failedAttempts'> & { readonly lockedUntil?: Date | null };

function standingIn(row: Pick<Row<typeof ScaCustomerRecord>, (typeof columns)[number]> | undefined): ScaStatus {
  const { failed_attempts: failedAttempts = 0, locked_until: lockedUntil, session_expires_at: sessionExpiresAt } = row ?? {};
  return { failedAttempts, ...(lockedUntil && { lockedUntil }), ...(sessionExpiresAt && { sessionExpiresAt }) };
}
