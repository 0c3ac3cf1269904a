// Volume limits of a platform's corridors, and the used daily volumes.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import type { Reservation, VolumeLimit } from '../domain/quote/volume.ts';
import { DailyVolumeRecord, VolumeLimitRecord } from './records.ts';

export interface LimitRows {
  /** All limits of a platform. */
  all(platformId: string): Promise<VolumeLimit[]>;
  find(corridor: Pick<VolumeLimit, 'platformId' | 'sending' | 'receiving'>): Promise<VolumeLimit | undefined>;
  set(limit: VolumeLimit): Promise<void>;
  /** The used volume of a day. */
  usedOn(day: Day): Promise<bigint>;
  /** Counts an amount, if the daily limit allows it. Atomic: the row of the day is locked until the transaction ends. */
  reserve(reservation: Reservation): Promise<Reserved>;
  /** Releases an amount. */
  release(reservation: Reservation): Promise<void>;
}

export interface Reserved {
  /** The limits of the corridor. Absent if there are none. */
  readonly limit?: VolumeLimit;
  /** Counted now. Nothing is counted without a daily limit, or above the single limit. */
  readonly isCounted: boolean;
  /** Used volume of the day before this amount. */
  readonly used: bigint;
}

const tables = tablesOf(VolumeLimitRecord, DailyVolumeRecord);

export function limitRows(db: Queryable): LimitRows {
  const limitsOf = (platformId: string) => tables.selectFrom('volume_limit').selectAll().where('platform_id', '=', platformId);
  const find: LimitRows['find'] = async ({ platformId, ...corridor }) => {
    const [row] = await db.read(limitsOf(platformId).where(({ and }) => and(currenciesOf(corridor))));
    return row && toLimit(row);
  };
  return {
    find,
    all: async (platformId) => {
      const rows = await db.query(limitsOf(platformId).orderBy('sending_currency').orderBy('receiving_currency'));
      return rows.map(toLimit);
    },
    set: async ({ platformId, singleMax, dailyMax, ...corridor }) => {
      const caps = { single_max: singleMax ?? null, daily_max: dailyMax ?? null };
      const insert = insertInto(VolumeLimitRecord, [{ platform_id: platformId, ...currenciesOf(corridor), ...caps }]);
      await db.query(
        insert.onConflict((conflict) =>
          conflict.columns(['platform_id', 'sending_currency', 'receiving_currency']).doUpdateSet(caps),
        ),
      );
    },
    usedOn: (day) => usedOn(db, day),
    reserve: async (reservation) => {
      const limit = await find(reservation);
      if (limit?.dailyMax === undefined || isTooLarge(limit, reservation)) {
        return { isCounted: false, used: 0n, ...(limit && { limit }) };
      }
      return { limit, ...(await count(db, reservation, limit.dailyMax)) };
    },
    release: async (reservation) => {
      const less = tables.updateTable('daily_volume').set((row) => ({ used: row('used', '-', reservation.amount) }));
      await db.query(less.where(({ and }) => and(keyOf(reservation))));
    },
  };
}

type Day = Omit<Reservation, 'amount'>;

const currenciesOf = ({ sending, receiving }: Pick<VolumeLimit, 'sending' | 'receiving'>) => ({
  sending_currency: sending,
  receiving_currency: receiving,
});
const keyOf = ({ platformId, day, ...corridor }: Day) => ({ platform_id: platformId, ...currenciesOf(corridor), day });

const isTooLarge = ({ singleMax }: VolumeLimit, { amount }: Reservation) => singleMax !== undefined && amount > singleMax;

async function count(db: Queryable, reservation: Reservation, dailyMax: bigint): Promise<{ isCounted: boolean; used: bigint }> {
  const { platformId, sending, receiving, day, amount } = reservation;
  if (amount > dailyMax) return { isCounted: false, used: await usedOn(db, reservation) };
  const rows = await db.query(sql<{ used: bigint }>`
    insert into daily_volume as known (platform_id, sending_currency, receiving_currency, day, used)
    values (${platformId}, ${sending}, ${receiving}, ${day}, ${amount})
    on conflict (platform_id, sending_currency, receiving_currency, day)
    do update set used = known.used + excluded.used where known.used + excluded.used <= ${dailyMax}
    returning used`);
  if (rows[0]) return { isCounted: true, used: rows[0].used - amount };
  return { isCounted: false, used: await usedOn(db, reservation) };
}

async function usedOn(db: Queryable, day: Day): Promise<bigint> {
  const counted = tables.selectFrom('daily_volume').where(({ and }) => and(keyOf(day)));
  const [row] = await db.query(counted.select('used'));
  return row?.used ?? 0n;
}

function toLimit(row: Row<typeof VolumeLimitRecord>): VolumeLimit {
  return {
    platformId: row.platform_id,
    sending: row.sending_currency,
    receiving: row.receiving_currency,
    ...(row.single_max !== null && { singleMax: row.single_max }),
    ...(row.daily_max !== null && { dailyMax: row.daily_max }),
  };
}
