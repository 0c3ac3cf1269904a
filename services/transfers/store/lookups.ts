// Look-ups in the database: made once, found for a while, removed.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Lookup } from '../domain/uma/lookup.ts';

interface LookupRow {
  id: string;
  platform_id: string;
  receiver: string;
  accepted: { currency: string; min: string; max: string }[];
  payer_fields: { name: string; isMandatory: boolean }[];
  expires_at: Date;
}

export function lookupRows(db: Queryable) {
  return {
    /** One that is there already stays as it is. */
    async insert({ id, platformId, receiver, accepted, payerFields, expiresAt }: Lookup): Promise<void> {
      const amounts = accepted.map(({ currency, min, max }) => ({ currency, min: String(min), max: String(max) }));
      await db.query(sql`
        insert into lookup (id, platform_id, receiver, accepted, payer_fields, expires_at)
        values (${id}, ${platformId}, ${receiver}, ${JSON.stringify(amounts)}, ${JSON.stringify(payerFields)}, ${expiresAt})
        on conflict do nothing`);
    },

    async find(platformId: string, id: string): Promise<Lookup | undefined> {
      const [row] = await db.query(sql<LookupRow>`select * from lookup where id = ${id} and platform_id = ${platformId}`);
      return row && toLookup(row);
    },
  };
}

function toLookup({
  id,
  platform_id: platformId,
  receiver,
  accepted,
  payer_fields: payerFields,
  expires_at: expiresAt,
}: LookupRow) {
  const amounts = accepted.map(({ currency, min, max }) => ({ currency, min: BigInt(min), max: BigInt(max) }));
  return { id, platformId, receiver, accepted: amounts, payerFields, expiresAt };
}
