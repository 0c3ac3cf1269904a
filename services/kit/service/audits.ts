// The audit of a service: periodically looks for violations in its data, and counts them for a gauge that must be zero.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../storage/database.ts';
import { repeat } from './repeat.ts';

export interface Auditing {
  /** Runs now, unless another process is running it. */
  run(): Promise<void>;
  /** Number of findings of the last run, in any process. Undefined before the first one. */
  found(): number | undefined;
  stop(): Promise<void>;
}

/** An audit calls it between its steps. In periodic runs it pauses, so that payments have most of the time. */
export type Rest = () => Promise<unknown>;

/** For runs whose caller waits for the findings. */
export const withoutRest: Rest = async () => {};

export interface AuditOptions {
  /** Returns violations as sentences. Continues from the position of the last run. */
  readonly look: (rest: Rest) => Promise<readonly string[]>;
  readonly everyMs: number;
  readonly database: Database;
  readonly wall: Clock;
  readonly log: Log;
}

/** How often each process checks whether a run is due, and reads the last result. */
const intervalMs = 60_000;
/** Three quarters of the time are for payments. */
const restPerWork = 3;
const restMaxMs = 1_000;
/** Longer than a run. The lease of a dead process is free immediately. */
const leaseMs = 600_000;

/** Starts the audit. One process at a time runs it. */
export function startAudit(options: AuditOptions): Auditing {
  const { everyMs, database, wall, log } = options;
  const lead = leaseOver(database, wall);
  const stopping = new AbortController();
  let found: number | undefined;
  const runAlone = async (since: Date, rest: Rest) => {
    if (await lead.take(since)) await lookOnce(options, lead, rest);
    found = (await lead.found()) ?? found;
  };
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= runAlone(later(wall, intervalMs / 2 - everyMs), resting(stopping.signal))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'The audit failed and will run again at its next interval.');
      })
      .finally(() => {
        running = undefined;
      });
  };
  const end = repeat(intervalMs, run);
  return {
    run: async () => {
      await running;
      await runAlone(later(wall, everyMs), withoutRest);
    },
    found: () => found,
    stop: async () => {
      end();
      stopping.abort();
      await running;
    },
  };
}

/** Findings are logged in each run, because someone must act on them. */
async function lookOnce({ look, log }: AuditOptions, lead: Lease, rest: Rest): Promise<void> {
  const findings = await look(rest).catch(async (error: unknown) => {
    await lead.release();
    throw error;
  });
  for (const finding of findings) log.error({ finding }, 'Ledger invariant violated.');
  await lead.finish(findings.length);
}

type Lease = ReturnType<typeof leaseOver>;

/** Pauses for a multiple of the time since the last pause. Throws when the process stops, because any process can continue. */
function resting(signal: AbortSignal): Rest {
  let sinceMs = performance.now();
  return async () => {
    const restMs = Math.min((performance.now() - sinceMs) * restPerWork, restMaxMs);
    await pause(restMs, undefined, { signal });
    sinceMs = performance.now();
  };
}

/** The lease of the audit, and its last result. */
function leaseOver(database: Database, wall: Clock) {
  const { life } = database;
  return {
    /** False if another process is running it, or has run it since. */
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
