// Clocks of platforms: how far each runs ahead of the wall, and its target.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { ClockAdvanceRecord } from './records.ts';

/** Both are milliseconds ahead of the wall, and equal if no advance is requested. */
export interface ClockState {
  readonly offsetMs: number;
  readonly targetMs: number;
}

export interface ClockAdvance {
  /** uuid of the requesting call. */
  readonly operationId: string;
  readonly platformId: string;
  readonly targetMs: number;
}

export interface Clocks {
  find(platformId: string): Promise<ClockState | undefined>;
  /** The same, and serializes requests for the platform's clock until the transaction ends. */
  lock(platformId: string): Promise<ClockState | undefined>;
  findAdvance(platformId: string, operationId: string): Promise<{ targetMs: number; isOver: boolean } | undefined>;
  insertAdvance(advance: ClockAdvance, now: Date): Promise<void>;
  /** Advances the clock, never backwards, and clears the caller caches of all processes. */
  move(platformId: string, offsetMs: number): Promise<void>;
  /** Returns the clock to real time, and clears the caller caches of all processes. */
  reset(platformId: string): Promise<void>;
  /** Marks the advances that the clock has reached as done. */
  end(platformId: string, offsetMs: number): Promise<void>;
}

export function clocks(db: Queryable): Clocks {
  const read = async (platformId: string, locking = sql``) => {
    const [row] = await db.query(sql<{ offset: bigint; target: bigint }>`
      select clock_offset_ms as offset, greatest(clock_offset_ms, (
        select max(target_offset_ms) from clock_advance where platform_id = ${platformId} and not is_over)) as target
      from platform where platform_id = ${platformId} ${locking}`);
    return row && { offsetMs: Number(row.offset), targetMs: Number(row.target) };
  };
  return {
    find: (platformId) => read(platformId),
    // Two statements: only the second one sees the writes of a transaction for which the first one waited.
    lock: async (platformId) => ((await read(platformId, sql`for update`)) ? read(platformId) : undefined),
    findAdvance: async (platformId, operationId) => {
      const advance = tables.selectFrom('clock_advance').select(['target_offset_ms', 'is_over']);
      const [row] = await db.query(advance.where('platform_id', '=', platformId).where('operation_id', '=', operationId));
      return row && { targetMs: Number(row.target_offset_ms), isOver: row.is_over };
    },
    insertAdvance: async ({ operationId, platformId, targetMs }, now) => {
      const row = { platform_id: platformId, operation_id: operationId, target_offset_ms: BigInt(targetMs), created_at: now };
      await db.query(insertInto(ClockAdvanceRecord, [row]));
    },
    move: async (platformId, offsetMs) => {
      await db.query(sql`
        update platform set clock_offset_ms = greatest(clock_offset_ms, ${offsetMs}::bigint) where platform_id = ${platformId}`);
      db.notify('callers');
    },
    reset: async (platformId) => {
      await db.query(sql`update platform set clock_offset_ms = 0 where platform_id = ${platformId}`);
      db.notify('callers');
    },
    end: async (platformId, offsetMs) => {
      const over = tables.updateTable('clock_advance').set({ is_over: true });
      const reached = over.where('platform_id', '=', platformId).where('target_offset_ms', '<=', BigInt(offsetMs));
      await db.query(reached.where('is_over', '=', false));
    },
  };
}

const tables = tablesOf(ClockAdvanceRecord);
