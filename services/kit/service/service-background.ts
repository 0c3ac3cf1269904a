// The background work of one service: its jobs, relay, sweeps and audit.

import { type Backlog, readBacklog } from '../background/backlog.ts';
import { deadLetters } from '../background/dead-letters.ts';
import { type Handler, type Job, type JobName, type Jobs, startLanes } from '../background/jobs.ts';
import { type Relay, startRelay } from '../background/outbox.ts';
import { idempotencyTable } from '../calls/idempotency.ts';
import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Context } from '../core/method.ts';
import type { Database } from '../storage/database.ts';
import { registerProcess } from '../storage/processes.ts';
import { type KeptDays, removeOld } from '../storage/retention.ts';
import { type Auditing, type Rest, startAudit } from './audits.ts';
import { type ContextOf, callBy } from './call-contexts.ts';
import { type KeyParts, resealJob, resealKind } from './key-service.ts';
import type { Readings } from './measures.ts';
import type { Background, Door, Kit } from './service.ts';
import { type Sweeping, startSweeps } from './sweeps.ts';

interface Work {
  readonly jobs: Jobs;
  readonly relay: Relay | undefined;
  readonly sweeps: Sweeping;
  readonly audit: Auditing | undefined;
  readonly other: Background | undefined;
}

interface BackgroundParts {
  readonly door: Door;
  readonly wall: Clock;
  readonly database: Database;
  readonly contextOf: ContextOf;
  readonly log: Kit['log'];
  readonly keptDays: KeptDays;
  readonly keys: KeyParts;
}

export function backgroundOf({ door, wall, database, contextOf, log, keys: masterKeys, keptDays }: BackgroundParts) {
  let running: Work | undefined;
  const contextFor = (caller: Caller, requestId: string) => contextOf(callBy(caller, requestId));
  const handlersOf = (jobs: Door['jobs'] = {}): Record<string, Handler> =>
    Object.fromEntries(
      Object.entries(jobs).map(([kind, handle]) => [
        kind,
        (job, outside) => handle(job, contextOf(callBy(callerOf(door, job), job.requestId, outside))),
      ]),
    );
  const own = () => contextFor(nobody(door), 'background');
  const keys = idempotencyTable(database, wall);
  const forgetKeys = { name: 'forget old idempotency keys', everyMs: 60_000, run: async () => void (await keys.sweep()) };
  const removal = removalOf({ door, database, wall, keptDays });
  const dead = deadLetters(database);
  const { measured, measuring } = measuresOf({ door, database, wall, own });
  const registerSelf = () => registerProcess(database, wall, masterKeys.secrets);
  const register = { name: 'register the process', everyMs: 60_000, run: registerSelf };
  const rereadKeys = { name: 'read the hash keys', everyMs: 60_000, run: () => masterKeys.hashKeys.reload() };
  const { relay: deliver } = door;

  return {
    startBackground() {
      const handlers = { ...handlersOf(door.jobs), [resealKind]: resealJob(masterKeys) };
      const waiting = handlersOf(door.waitingJobs);
      const jobs = startLanes({ database, handlers, waiting, wall, log });
      const relay =
        deliver && startRelay({ database, secrets: masterKeys.secrets, deliver: (events) => deliver(events, own()), wall, log });
      const sweeps = startSweeps({
        sweeps: [...(door.sweeps ?? []), ...removal, forgetKeys, ...measuring, register, rereadKeys],
        contextOf: own,
        wall,
        log,
      });
      const { audit: look, auditEveryMs: everyMs = 3_600_000 } = door;
      const lookOver = look && (async (rest: Rest) => [...(await look(own(), rest)), ...(await dead.findings())]);
      const audit = lookOver && startAudit({ look: lookOver, everyMs, database, wall, log });
      running = { jobs, relay, sweeps, audit, other: door.background?.(own()) };
    },
    running: () => running,
    runNow: async (job: JobName) => running?.jobs.runNow(job),
    async runDue() {
      await Promise.all([running?.jobs.runDue(), running?.relay?.runOnce(), running?.other?.runDue()]);
    },
    sweep: async () => running?.sweeps.runDue(),
    audit: async () => running?.audit?.run(),
    gauges: () => ({ ...measured(), ...database.use(), auditFindings: running?.audit?.found() }),
    workDone: () => (running?.jobs.done() ?? 0) + (running?.relay?.done() ?? 0) + (running?.other?.done() ?? 0),
    async stopBackground() {
      const { jobs, relay, sweeps, audit, other } = running ?? {};
      await Promise.all([jobs?.stop(), relay?.stop(), sweeps?.stop(), audit?.stop(), other?.stop()]);
    },
  };
}

interface MeasureParts extends Pick<BackgroundParts, 'door' | 'database' | 'wall'> {
  readonly own: () => Context;
}

/** The backlog and the metrics of the service itself, and the sweeps that read them. */
function measuresOf({ door: { measures }, database, wall, own }: MeasureParts) {
  let backlog: Backlog | undefined;
  let gauges: Readings = {};
  const readings = [
    { name: 'measure the backlog', run: async () => void (backlog = await readBacklog(database, wall.now())) },
    ...(measures ? [{ name: 'measure the service', run: async () => void (gauges = await measures.read(own())) }] : []),
  ];
  return {
    measured: () => ({ ...backlog, metrics: measures?.metrics ?? [], readings: { ...gauges, ...measures?.count?.(own()) } }),
    measuring: readings.map((reading) => ({ ...reading, everyMs: 15_000 })),
  };
}

type RemovalParts = Pick<BackgroundParts, 'door' | 'database' | 'wall' | 'keptDays'>;

function removalOf({ door, database, wall, keptDays }: RemovalParts) {
  const rules = door.retention?.(keptDays) ?? [];
  return rules.map((rule) => ({
    name: `remove old rows of ${rule.table}`,
    everyMs: 600_000,
    run: async () => void (await removeOld(database, wall, rule)),
  }));
}

function callerOf(door: Door, job: Job): Caller {
  const { platformId, environment, clockOffsetMs } = job;
  return { platformId, environment, clockOffsetMs, permissions: [], service: door.name };
}

/** The caller of sweeps and the relay, which act for no platform. */
function nobody(door: Door): Caller {
  const platformId = '00000000-0000-0000-0000-000000000000';
  return { platformId, environment: 'sandbox', clockOffsetMs: 0, permissions: [], service: door.name };
}
