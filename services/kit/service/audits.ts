// The audit of a service: looks, again and again, for what must never be in its data, and keeps the count for a gauge that must read zero.
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../storage/database.ts';

export interface Auditing {
  /** Looks now, unless another process is looking. */
  run(): Promise<void>;
  /** How much was found at the last look, wherever that was; undefined before the first one. */
  found(): number | undefined;
  stop(): Promise<void>;
}

export interface AuditOptions {
  /** What is wrong, in sentences. It goes on from where the last look has come to. */
  readonly look: () => Promise<readonly string[]>;
  readonly everyMs: number;
  readonly database: Database;
  readonly wall: Clock;
  readonly log: Log;
}

/** How often each process asks whether it is time to look, and what was found last. */
const intervalMs = 60_000;
/** Longer than a look takes; the lease of a process that died is free at once. */
const leaseMs = 600_000;

/** Starts it. One process at a time looks; what is found is logged each time: somebody has to do something. */
export function startAudit({ look, everyMs, database, wall, log }: AuditOptions): Auditing {
  const lead = leaseOver(database, wall);
  let found: number | undefined;
  const lookAs = async (isTimed: boolean) => {
    if (await lead.take(later(wall, isTimed ? intervalMs / 2 - everyMs : everyMs))) {
      const findings = await look().catch(async (error: unknown) => {
        await lead.release();
        throw error;
      });
      for (const finding of findings) log.error({ finding }, 'Ledger invariant violated.');
      await lead.finish(findings.length);
    }
    found = (await lead.found()) ?? found;
  };
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= lookAs(true)
      .catch((error: unknown) => log.error({ err: error }, 'The audit failed and will run again at its next interval.'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, intervalMs).unref();
  return {
    run: async () => {
      await running;
      await lookAs(false);
    },
    found: () => found,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** Who looks, and what was found last. */
function leaseOver(database: Database, wall: Clock) {
  const { life } = database;
  return {
    /** False while another process looks, and when one has looked since. */
    take: async (since: Date) => {
      const claimed = await database.query(sql`
        insert into audit_run as run (holder, locked_until) values (${life.holder}, ${later(wall, leaseMs)})
        on conflict (one) do update set holder = excluded.holder, locked_until = excluded.locked_until
        where (run.locked_until is null or run.locked_until <= ${wall.now()} or run.holder = any(${life.dead()}::int[]))
          and (run.looked_at is null or run.looked_at <= ${since})
        returning 1`);
      return claimed.length > 0;
    },
    release: () => database.query(sql`update audit_run set locked_until = null where holder = ${life.holder}`),
    finish: (count: number) =>
      database.query(sql`
        update audit_run set locked_until = null, looked_at = ${wall.now()}, found = ${count} where holder = ${life.holder}`),
    found: async () => {
      const [row] = await database.query(sql<{ found: number | null }>`select found from audit_run`);
      return row?.found ?? undefined;
    },
  };
}

const later = (wall: Clock, ms: number) => new Date(wall.now().getTime() + ms);
