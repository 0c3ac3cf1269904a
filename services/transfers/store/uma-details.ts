// Data that is added to a payment from a UMA address while it is decided.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { UmaPayment } from '../domain/incoming/incoming.ts';
import { ownerOfPersonal, sealPersonal } from './transaction-personal.ts';

export function umaDetailRows(db: Queryable, secrets: Sealing) {
  return {
    /** In the same transaction as a `save` that found the payment unchanged. */
    async note(payment: UmaPayment): Promise<void> {
      const sealerOf = await personalKeys(db, secrets).sealers([ownerOfPersonal(payment)]);
      await db.query(sql`update transaction set personal = ${sealPersonal(payment, sealerOf)}
        where platform_id = ${payment.platformId} and id = ${payment.id}`);
    },
    /** Records that the receiver of a payment has seen its receipt. */
    async confirmReceipt(platformId: string, id: string, at: Date): Promise<void> {
      await db.query(sql`
        update transaction set receipt_confirmed_at = ${at} where id = ${id} and platform_id = ${platformId}`);
    },
  };
}
