// Authenticator apps of customers in the database. They are changed only while their customer is locked.
import type { Queryable } from '../../kit/storage/database.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { Totp } from '../domain/sca/totp.ts';
import { personalTexts } from './personal.ts';
import { type CustomerKey, keyOf } from './sca-customers.ts';
import { ScaTotpRecord } from './sca-records.ts';

export type ScaTotps = ReturnType<typeof scaTotps>;

export function scaTotps(db: Queryable, secrets: Secrets) {
  const texts = personalTexts(db, secrets);
  return {
    /** Pending or enrolled. */
    async find(customer: CustomerKey): Promise<Totp | undefined> {
      const [row] = await db.query(
        tables
          .selectFrom('sca_totp')
          .selectAll()
          .where(({ and }) => and(keyOf(customer))),
      );
      if (!row) return undefined;
      const open = await texts.openerFor(customer);
      return {
        secret: Buffer.from(open(row.secret, secretPlace(customer)), 'hex'),
        usedStep: row.used_step,
        recoveryHashes: row.recovery_hashes,
        expiresAt: row.expires_at,
        ...(row.enrolled_at && { enrolledAt: row.enrolled_at }),
      };
    },

    async save(customer: CustomerKey, { secret, usedStep, recoveryHashes, expiresAt, enrolledAt }: Totp): Promise<void> {
      const row = {
        secret: await texts.seal(customer, secretPlace(customer), secret.toString('hex')),
        used_step: usedStep,
        recovery_hashes: [...recoveryHashes],
        expires_at: expiresAt,
        enrolled_at: enrolledAt ?? null,
      };
      const insert = insertInto(ScaTotpRecord, [{ ...keyOf(customer), ...row }]);
      await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'customer_id']).doUpdateSet(row)));
    },

    async remove(customer: CustomerKey): Promise<void> {
      await db.query(tables.deleteFrom('sca_totp').where(({ and }) => and(keyOf(customer))));
    },
  };
}

const tables = tablesOf(ScaTotpRecord);

const secretPlace = ({ customerId }: CustomerKey): Place => ({ purpose: 'auth.sca-totp', row: customerId });
