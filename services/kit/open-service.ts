// Opens one service behind its door: its database, its methods with the chain around them, its background work.
import { type DescMethodUnary, type DescService, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { type Auditing, startAudit } from './audits.ts';
import type { Call, Dispatch, Reply } from './call.ts';
import type { Caller } from './caller.ts';
import { type CatchUpParts, servesDueWork } from './catch-up.ts';
import { chainOf, type Endpoint } from './chain.ts';
import { clientsOf } from './clients.ts';
import { ahead } from './clock.ts';
import { type Database, openDatabase } from './database.ts';
import { idempotencyTable } from './idempotency.ts';
import { idempotentOver } from './idempotent.ts';
import { idsFrom } from './ids.ts';
import { type Job, type Jobs, startLanes } from './jobs.ts';
import { kitMigrations } from './kit-migrations.ts';
import type { Context, Needs } from './method.ts';
import { isUnary } from './options.ts';
import { type Relay, startRelay } from './outbox.ts';
import type { ProcessOptions } from './process.ts';
import type { Background, Door, Kit, Served } from './service.ts';
import { type Sweeping, startSweeps } from './sweeps.ts';

export interface OpenService {
  readonly name: string;
  readonly services: readonly DescService[];
  readonly endpoints: ReadonlyMap<DescMethodUnary, Dispatch>;
  startBackground(): void;
  /** Runs what is due, and waits for what runs of it already. */
  runDue(): Promise<void>;
  /** Runs every sweep once. */
  sweep(): Promise<void>;
  /** How much has been done in the background here since the start, whoever asked for it. */
  workDone(): number;
  /** Looks for what must not be; nothing when the service has no audit. */
  audit(): Promise<void>;
  /** What the last look found; undefined before it. */
  found(): number | undefined;
  stopBackground(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions extends ProcessOptions {
  readonly dispatch: Dispatch;
}

export async function openService(door: Door, options: OpenOptions): Promise<OpenService> {
  const log = options.log.child({ service: door.name });
  const database = await openDatabase({
    url: options.databaseUrl(door.name),
    schema: door.name,
    entities: door.entities ?? [],
    migrations: [...kitMigrations, ...door.migrations],
    log,
  });
  const { wall, secrets, settings } = options;
  const parts = await door.open({ database, wall, ids: idsFrom(wall), log, secrets, settings });
  const runNow: Context['runNow'] = (job) => background.runNow(job);
  const contextOf = contextMaker({ door, options, parts, log, runNow });
  const background = backgroundOf({ door, options, database, contextOf, log });
  const serves = [...door.serves, dueWorkServed({ door, database, contextOf, running: background.running })];

  return {
    name: door.name,
    services: serves.map(({ desc }) => desc),
    endpoints: endpointsOf({ serves, options, database, contextOf }),
    ...background,
    close: async () => {
      await door.close?.(parts);
      await database.close();
    },
  };
}

type ContextOf = (call: Call, operationId?: string) => Context;

interface MakerParts {
  readonly door: Door;
  readonly options: OpenOptions;
  readonly parts: object;
  readonly log: Kit['log'];
  readonly runNow: Context['runNow'];
}

/**
 * Everything that stays the same is prepared here; a call adds who calls, and when. What few methods use is made when it is asked
 * for: together it would cost as much as a read.
 */
function contextMaker({ door, options, parts, log, runNow }: MakerParts): ContextOf {
  const bindClients = clientsOf<Needs>(door.name, door.needs, options.dispatch);
  return (call, operationId) => {
    const clock = ahead(options.wall, call.caller.clockOffsetMs);
    const ids = idsFrom(clock);
    let clients: Context['clients'] | undefined;
    let ownLog: Context['log'] | undefined;
    let ownId = operationId;
    return {
      ...parts,
      caller: call.caller,
      clock,
      ids,
      requestId: call.requestId,
      signal: call.signal,
      runNow,
      get clients() {
        return (clients ??= bindClients(call));
      },
      get lastingClients() {
        return bindClients({ ...withoutDeadline(call), signal: never });
      },
      get log() {
        return (ownLog ??= log.child({ requestId: call.requestId }));
      },
      get operationId() {
        return (ownId ??= ids.next());
      },
    };
  };
}

function withoutDeadline(call: Call): Call {
  const { deadline: _, ...rest } = call;
  return rest;
}

interface DueWorkParts {
  readonly door: Door;
  readonly database: Database;
  readonly contextOf: ContextOf;
  readonly running: CatchUpParts['running'];
}

/** What every service serves beside its own: its part in moving a platform's clock. */
function dueWorkServed({ door, database, contextOf, running }: DueWorkParts): Served<Context> {
  const contextFor = (caller: Caller, requestId: string) => contextOf(callBy(caller, requestId));
  return servesDueWork({ service: door.name, database, deadlines: door.deadlines, contextFor, running });
}

interface EndpointParts {
  readonly serves: Door['serves'];
  readonly options: OpenOptions;
  readonly database: Database;
  readonly contextOf: ContextOf;
}

function endpointsOf({ serves, options, database, contextOf }: EndpointParts): ReadonlyMap<DescMethodUnary, Dispatch> {
  const idempotent = idempotentOver(idempotencyTable(database, options.wall), options.secrets);
  const endpoints = new Map<DescMethodUnary, Dispatch>();
  for (const { desc, methods } of serves) {
    for (const method of desc.methods) {
      const implementation = methods[method.localName];
      if (!isUnary(method) || !implementation) throw new Error(`${desc.typeName} has no method ${method.name}.`);
      const endpoint = chainOf({ desc: method, implementation, contextOf, idempotent });
      endpoints.set(method, options.serialize ? throughBytes(endpoint) : (_, request, call) => endpoint(request, call));
    }
  }
  return endpoints;
}

/** What the network does to messages, and what a method must not rely on being undone: nothing is shared with the caller. */
function throughBytes(endpoint: Endpoint): Dispatch {
  const copy = (desc: DescMethodUnary['input'], message: Message) => fromBinary(desc, toBinary(desc, message));
  return async (method, request, call): Promise<Reply> => {
    const { message, replayed } = await endpoint(copy(method.input, request), call);
    return { message: copy(method.output, message), replayed };
  };
}

interface Work {
  readonly jobs: Jobs;
  readonly relay: Relay | undefined;
  readonly sweeps: Sweeping;
  readonly audit: Auditing | undefined;
  readonly other: Background | undefined;
}

type BackgroundParts = Omit<EndpointParts, 'serves'> & { readonly door: Door; readonly log: Kit['log'] };

function backgroundOf({ door, options, database, contextOf, log }: BackgroundParts) {
  const { wall } = options;
  let running: Work | undefined;
  const contextFor = (caller: Caller, requestId: string) => contextOf(callBy(caller, requestId));
  const handlersOf = (jobs: Door['jobs'] = {}) =>
    Object.fromEntries(
      Object.entries(jobs).map(([kind, handle]) => [
        kind,
        (job: Job) => handle(job, contextFor(callerOf(door, job), job.requestId)),
      ]),
    );
  const own = () => contextFor(nobody(door), 'background');
  const keys = idempotencyTable(database, wall);
  const forgetKeys = { name: 'forget old idempotency keys', everyMs: 60_000, run: async () => void (await keys.sweep()) };
  const { relay: deliver } = door;

  return {
    startBackground() {
      const [handlers, waiting] = [handlersOf(door.jobs), handlersOf(door.waitingJobs)];
      const jobs = startLanes({ database, handlers, waiting, wall, log });
      const relay = deliver && startRelay({ database, deliver: (events) => deliver(events, own()), wall, log });
      const sweeps = startSweeps({ sweeps: [...(door.sweeps ?? []), forgetKeys], contextOf: own, log });
      const { audit: look } = door;
      const audit = look && startAudit({ look: () => look(own()), log });
      running = { jobs, relay, sweeps, audit, other: door.background?.(own()) };
    },
    running: () => running,
    runNow: async (job: { kind: string; key: string }) => running?.jobs.runNow(job),
    async runDue() {
      await Promise.all([running?.jobs.runDue(), running?.relay?.runOnce(), running?.other?.runDue()]);
    },
    sweep: async () => running?.sweeps.runAll(),
    audit: async () => running?.audit?.run(),
    found: () => running?.audit?.found(),
    workDone: () => (running?.jobs.done() ?? 0) + (running?.relay?.done() ?? 0) + (running?.other?.done() ?? 0),
    async stopBackground() {
      const { jobs, relay, sweeps, audit, other } = running ?? {};
      await Promise.all([jobs?.stop(), relay?.stop(), sweeps?.stop(), audit?.stop(), other?.stop()]);
    },
  };
}

function callerOf(door: Door, job: Job): Caller {
  const { platformId, environment, clockOffsetMs } = job;
  return { platformId, environment, clockOffsetMs, permissions: [], service: door.name };
}

/** A service that acts for no platform in particular: its sweeps and its relay. */
function nobody(door: Door): Caller {
  const platformId = '00000000-0000-0000-0000-000000000000';
  return { platformId, environment: 'sandbox', clockOffsetMs: 0, permissions: [], service: door.name };
}

function callBy(caller: Caller, requestId: string): Call {
  return { caller, requestId, signal: never, admitted: true };
}

const never = new AbortController().signal;
