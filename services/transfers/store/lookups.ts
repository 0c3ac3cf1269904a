// Lookups in the database.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import type { Lookup } from '../domain/uma/lookup.ts';
import { LookupRecord } from './records.ts';

const tables = tablesOf(LookupRecord);

export function lookupRows(db: Queryable) {
  return {
    /** Keeps an existing one. */
    async insert({ id, platformId, receiver, accepted, payerFields, expiresAt }: Lookup): Promise<void> {
      const amounts = accepted.map(({ currency, min, max }) => ({ currency, min: String(min), max: String(max) }));
      const row = {
        platform_id: platformId,
        id,
        receiver,
        accepted: amounts,
        payer_fields: [...payerFields],
        expires_at: expiresAt,
      };
      await db.query(insertInto(LookupRecord, [row]).onConflict((conflict) => conflict.doNothing()));
    },

    async find(platformId: string, id: string): Promise<Lookup | undefined> {
      const named = { platform_id: platformId, id };
      const one = tables.selectFrom('lookup').where(({ and }) => and(named));
      const [row] = await db.query(one.selectAll());
      return row && toLookup(row);
    },
  };
}

function toLookup(row: Row<typeof LookupRecord>): Lookup {
  const { platform_id: platformId, id, receiver, payer_fields: payerFields, expires_at: expiresAt } = row;
  const accepted = row.accepted.map(({ currency, min, max }) => ({ currency, min: BigInt(min), max: BigInt(max) }));
  return { id, platformId, receiver, accepted, payerFields, expiresAt };
}
