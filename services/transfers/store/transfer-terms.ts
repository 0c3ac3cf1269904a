// The terms of a transfer that an agent requests: those of its approval replace those of its request.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { TransferIn } from '../domain/incoming/incoming.ts';
import type { TransferOut } from '../domain/payment/payment.ts';
import { toRow } from './transaction-row.ts';

export function transferTermRows(db: Queryable) {
  return {
    /** In the same transaction as a `save` that found the transfer unchanged. */
    async set(transfer: TransferIn | TransferOut): Promise<void> {
      const { platformId, id } = transfer;
      const { received_amount: received, fees, platform_fees: platformFees, details } = toRow(transfer, null);
      await db.query(sql`
        update transaction set received_amount = ${received}, fees = ${fees}, platform_fees = ${platformFees},
          details = ${JSON.stringify(details)}::jsonb
        where platform_id = ${platformId} and id = ${id}`);
    },
  };
}
