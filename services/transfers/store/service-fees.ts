// Service fees of a platform's corridors.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import type { ServiceFee } from '../domain/rates/fees.ts';
import { ServiceFeeRecord } from './records.ts';

type Corridor = Pick<ServiceFee, 'sending' | 'receiving' | 'rail'>;

const tables = tablesOf(ServiceFeeRecord);

export function serviceFeeRows(db: Queryable) {
  return {
    /** All fees of a platform. */
    async all(platformId: string): Promise<ServiceFee[]> {
      const own = tables.selectFrom('service_fee').selectAll().where('platform_id', '=', platformId);
      const rows = await db.read(own.orderBy('sending_currency').orderBy('receiving_currency').orderBy('rail'));
      return rows.map(toFee);
    },

    async set(platformId: string, fee: ServiceFee): Promise<void> {
      const amounts = { fixed: fee.fixed, variable_bps: Number(fee.bps), counterparty_fixed: fee.counterparty ?? null };
      const insert = insertInto(ServiceFeeRecord, [{ ...keyOf(platformId, fee), ...amounts }]);
      await db.query(
        insert.onConflict((conflict) =>
          conflict.columns(['platform_id', 'sending_currency', 'receiving_currency', 'rail']).doUpdateSet(amounts),
        ),
      );
    },

    async remove(platformId: string, corridor: Corridor): Promise<void> {
      await db.query(tables.deleteFrom('service_fee').where(({ and }) => and(keyOf(platformId, corridor))));
    },
  };
}

const keyOf = (platformId: string, { sending, receiving, rail = '' }: Corridor) => ({
  platform_id: platformId,
  sending_currency: sending,
  receiving_currency: receiving,
  rail,
});

function toFee(row: Row<typeof ServiceFeeRecord>): ServiceFee {
  return {
    sending: row.sending_currency,
    receiving: row.receiving_currency,
    fixed: row.fixed,
    bps: BigInt(row.variable_bps),
    ...(row.rail !== '' && { rail: row.rail }),
    ...(row.counterparty_fixed !== null && { counterparty: row.counterparty_fixed }),
  };
}
