// Clocks of platforms: how far each runs ahead of the wall, and how far it has been asked to go.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

/** Both are milliseconds ahead of the wall; the same when nothing is asked. */
export interface ClockState {
  readonly offsetMs: number;
  readonly targetMs: number;
}

export interface ClockAdvance {
  /** uuid of the call that asks. */
  readonly operationId: string;
  readonly platformId: string;
  readonly targetMs: number;
}

export interface Clocks {
  find(platformId: string): Promise<ClockState | undefined>;
  /** The same; what is asked of the platform's clock comes one after another until the transaction ends. */
  lock(platformId: string): Promise<ClockState | undefined>;
  findAdvance(operationId: string): Promise<{ targetMs: number; isOver: boolean } | undefined>;
  insertAdvance(advance: ClockAdvance, now: Date): Promise<void>;
  /** Moves the clock, never backwards, and has the doors of all processes forget what they knew of it. */
  move(platformId: string, offsetMs: number): Promise<void>;
  /** The advances that the clock has come to are over. */
  end(platformId: string, offsetMs: number): Promise<void>;
}

export function clocks(db: Queryable): Clocks {
  const read = async (platformId: string, locking = sql``) => {
    const [row] = await db.query(sql<{ offset: bigint; target: bigint }>`
      select clock_offset_ms as offset, greatest(clock_offset_ms, (
        select max(target_offset_ms) from clock_advance where platform_id = platform.id and not is_over)) as target
      from platform where id = ${platformId} ${locking}`);
    return row && { offsetMs: Number(row.offset), targetMs: Number(row.target) };
  };
  return {
    find: (platformId) => read(platformId),
    // Two statements: what a transaction that was waited for has written is seen by the second one only.
    lock: async (platformId) => ((await read(platformId, sql`for update`)) ? read(platformId) : undefined),
    findAdvance: async (operationId) => {
      const [row] = await db.query(sql<{ target: bigint; isOver: boolean }>`
        select target_offset_ms as target, is_over as "isOver" from clock_advance where operation_id = ${operationId}`);
      return row && { targetMs: Number(row.target), isOver: row.isOver };
    },
    insertAdvance: async ({ operationId, platformId, targetMs }, now) => {
      await db.query(sql`
        insert into clock_advance (operation_id, platform_id, target_offset_ms, created_at)
        values (${operationId}, ${platformId}, ${targetMs}, ${now})`);
    },
    move: async (platformId, offsetMs) => {
      await db.query(sql`
        update platform set clock_offset_ms = greatest(clock_offset_ms, ${offsetMs}::bigint) where id = ${platformId}`);
      db.notify('callers');
    },
    end: async (platformId, offsetMs) => {
      await db.query(sql`
        update clock_advance set is_over = true
        where platform_id = ${platformId} and target_offset_ms <= ${offsetMs} and not is_over`);
    },
  };
}
