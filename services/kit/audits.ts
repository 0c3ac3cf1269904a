// The audit of a service: looks, again and again, for what must never be in its data, and keeps the count for a gauge that must read zero.
import type { Log } from './log.ts';

export interface Auditing {
  /** Looks now. */
  run(): Promise<void>;
  /** How much was found at the last look; undefined before the first one. */
  found(): number | undefined;
  stop(): Promise<void>;
}

export interface AuditOptions {
  /** What is wrong, in sentences. */
  readonly look: () => Promise<readonly string[]>;
  readonly log: Log;
}

const firstAfterMs = 60_000;
const everyMs = 3_600_000;

/** Starts it; every process looks for itself. What is found is logged each time: somebody has to do something. */
export function startAudit({ look, log }: AuditOptions): Auditing {
  let found: number | undefined;
  const run = async () => {
    const findings = await look();
    found = findings.length;
    for (const finding of findings) log.error({ finding }, 'The audit found what must not be.');
  };
  let running: Promise<void> | undefined;
  const turn = () => {
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'The audit could not be done; it is done at its next turn.'))
      .finally(() => {
        running = undefined;
      });
  };
  const first = setTimeout(turn, firstAfterMs).unref();
  const timer = setInterval(turn, everyMs).unref();
  return {
    run,
    found: () => found,
    stop: async () => {
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}
