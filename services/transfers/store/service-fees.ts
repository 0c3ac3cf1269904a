// Fees that the operator has set for a platform's corridors.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { ServiceFee } from '../domain/rates/fees.ts';

interface FeeRow {
  sending_currency: string;
  receiving_currency: string;
  rail: string;
  fixed: bigint;
  variable_bps: number;
  counterparty_fixed: bigint | null;
}

type Corridor = Pick<ServiceFee, 'sending' | 'receiving' | 'rail'>;

export function serviceFeeRows(db: Queryable) {
  return {
    /** All that are set for a platform. */
    async all(platformId: string): Promise<ServiceFee[]> {
      const rows = await db.query(sql<FeeRow>`select * from service_fee where platform_id = ${platformId} order by 2, 3, 4`);
      return rows.map(toFee);
    },

    async set(
      platformId: string,
      { sending, receiving, rail = '', fixed, bps, counterparty }: ServiceFee,
      at: Date,
    ): Promise<void> {
      await db.query(sql`
        insert into service_fee (
          platform_id, sending_currency, receiving_currency, rail, fixed, variable_bps, counterparty_fixed, updated_at
        ) values (${platformId}, ${sending}, ${receiving}, ${rail}, ${fixed}, ${bps}, ${counterparty ?? null}, ${at})
        on conflict (platform_id, sending_currency, receiving_currency, rail) do update set
          fixed = excluded.fixed, variable_bps = excluded.variable_bps, counterparty_fixed = excluded.counterparty_fixed,
          updated_at = excluded.updated_at`);
    },

    async remove(platformId: string, { sending, receiving, rail = '' }: Corridor): Promise<void> {
      await db.query(sql`
        delete from service_fee
        where platform_id = ${platformId} and sending_currency = ${sending} and receiving_currency = ${receiving} and rail = ${rail}`);
    },
  };
}

function toFee(row: FeeRow): ServiceFee {
  return {
    sending: row.sending_currency,
    receiving: row.receiving_currency,
    fixed: row.fixed,
    bps: BigInt(row.variable_bps),
    ...(row.rail !== '' && { rail: row.rail }),
    ...(row.counterparty_fixed !== null && { counterparty: row.counterparty_fixed }),
  };
}
