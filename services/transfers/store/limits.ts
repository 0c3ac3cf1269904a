// Caps that the operator has set for a platform's corridors, and what of each day's volume is used.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Reservation, VolumeLimit } from '../domain/quote/volume.ts';

export interface LimitRows {
  /** All caps of a platform. */
  all(platformId: string): Promise<VolumeLimit[]>;
  find(corridor: Pick<VolumeLimit, 'platformId' | 'sending' | 'receiving'>): Promise<VolumeLimit | undefined>;
  set(limit: VolumeLimit, at: Date): Promise<void>;
  /** The caps of a corridor, and what of a day is used; it is not looked at where there is no daily cap. */
  standing(day: Omit<Reservation, 'amount'>): Promise<Omit<Reserved, 'isCounted'>>;
  /** Counts an amount in its day, if the day's cap allows it. Atomic: the day's row is locked until the transaction ends. */
  reserve(reservation: Reservation): Promise<Reserved>;
  /** Takes an amount out of its day again. */
  release(reservation: Reservation): Promise<void>;
}

export interface Reserved {
  /** The caps of the corridor; absent where there are none. */
  readonly limit?: VolumeLimit;
  /** Counted now. Without a daily cap nothing is counted, nor what is too large by itself. */
  readonly isCounted: boolean;
  /** Of the day, before this amount. */
  readonly used: bigint;
}

interface LimitRow {
  platform_id: string;
  sending_currency: string;
  receiving_currency: string;
  single_max: bigint | null;
  daily_max: bigint | null;
}

export function limitRows(db: Queryable): LimitRows {
  const all = async (platformId: string) =>
    (await db.query(sql<LimitRow>`select * from volume_limit where platform_id = ${platformId} order by 2, 3`)).map(toLimit);
  const find: LimitRows['find'] = async ({ platformId, sending, receiving }) => {
    const [row] = await db.query(sql<LimitRow>`
      select * from volume_limit
      where platform_id = ${platformId} and sending_currency = ${sending} and receiving_currency = ${receiving}`);
    return row && toLimit(row);
  };
  return {
    all,
    find,
    set: async ({ platformId, sending, receiving, singleMax, dailyMax }, at) => {
      await db.query(sql`
        insert into volume_limit (platform_id, sending_currency, receiving_currency, single_max, daily_max, updated_at)
        values (${platformId}, ${sending}, ${receiving}, ${singleMax ?? null}, ${dailyMax ?? null}, ${at})
        on conflict (platform_id, sending_currency, receiving_currency)
        do update set single_max = excluded.single_max, daily_max = excluded.daily_max, updated_at = excluded.updated_at`);
    },
    standing: async (day) => {
      const limit = await find(day);
      return { ...(limit && { limit }), used: limit?.dailyMax === undefined ? 0n : await usedOn(db, day) };
    },
    reserve: async (reservation) => {
      const limit = await find(reservation);
      if (limit?.dailyMax === undefined || isTooLarge(limit, reservation)) {
        return { isCounted: false, used: 0n, ...(limit && { limit }) };
      }
      return { limit, ...(await count(db, reservation, limit.dailyMax)) };
    },
    release: async ({ platformId, sending, receiving, day, amount }) => {
      await db.query(sql`
        update daily_volume set used = used - ${amount}
        where platform_id = ${platformId} and sending_currency = ${sending} and receiving_currency = ${receiving}
          and day = ${day}::date`);
    },
  };
}

const isTooLarge = ({ singleMax }: VolumeLimit, { amount }: Reservation) => singleMax !== undefined && amount > singleMax;

async function count(db: Queryable, reservation: Reservation, dailyMax: bigint): Promise<{ isCounted: boolean; used: bigint }> {
  const { platformId, sending, receiving, day, amount } = reservation;
  const rows = await db.query(sql<{ used: bigint }>`
    insert into daily_volume as known (platform_id, sending_currency, receiving_currency, day, used)
    select ${platformId}::uuid, ${sending}::text, ${receiving}::text, ${day}::date, ${amount}::bigint
    where ${amount}::bigint <= ${dailyMax}::bigint
    on conflict (platform_id, sending_currency, receiving_currency, day)
    do update set used = known.used + excluded.used where known.used + excluded.used <= ${dailyMax}::bigint
    returning used`);
  if (rows[0]) return { isCounted: true, used: rows[0].used - amount };
  return { isCounted: false, used: await usedOn(db, reservation) };
}

async function usedOn(db: Queryable, { platformId, sending, receiving, day }: Omit<Reservation, 'amount'>): Promise<bigint> {
  const [row] = await db.query(sql<{ used: bigint }>`
    select used from daily_volume
    where platform_id = ${platformId} and sending_currency = ${sending} and receiving_currency = ${receiving}
      and day = ${day}::date`);
  return row?.used ?? 0n;
}

function toLimit(row: LimitRow): VolumeLimit {
  return {
    platformId: row.platform_id,
    sending: row.sending_currency,
    receiving: row.receiving_currency,
    ...(row.single_max !== null && { singleMax: row.single_max }),
    ...(row.daily_max !== null && { dailyMax: row.daily_max }),
  };
}
