// Opens a service: its database, its methods with their chain, its background work.
import { type DescMethodUnary, type DescService, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { chainOf, type Endpoint } from '../calls/chain.ts';
import { idempotencyTable } from '../calls/idempotency.ts';
import { idempotentOver } from '../calls/idempotent.ts';
import type { Dispatch, Reply } from '../core/call.ts';
import type { Caller } from '../core/caller.ts';
import { idsFrom } from '../core/ids.ts';
import type { Context } from '../core/method.ts';
import { isUnary } from '../messages/options.ts';
import { writeBaseBackup } from '../storage/base-backup.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { firstHashKeys, openHashKeys, type StoredKeys } from '../storage/hash-keys.ts';
import { kitMigrations } from '../storage/kit-migrations.ts';
import { leaveProbe } from '../storage/master-key-probe.ts';
import { registerProcess, unregisterProcess } from '../storage/processes.ts';
import { keptDaysDefault } from '../storage/retention.ts';
import type { Sealing, Secrets } from '../storage/secrets.ts';
import type { Session } from '../storage/session.ts';
import type { Sessions } from '../storage/sessions.ts';
import { type ContextOf, callBy, contextMaker } from './call-contexts.ts';
import { type CatchUpParts, servesDueWork } from './catch-up.ts';
import { servesDeadLetters } from './dead-letter-service.ts';
import { servesDryRuns } from './dry-run-service.ts';
import type { Gauges } from './gauges.ts';
import { servesKeys } from './key-service.ts';
import { servesPersonalRecords } from './personal-data-service.ts';
import { servesPlatformRows } from './platform-data-service.ts';
import type { ProcessOptions } from './process-options.ts';
import { sealedColumnsOf } from './sealed-columns.ts';
import type { Door, Served } from './service.ts';
import { backgroundOf } from './service-background.ts';
import { servesStatus } from './status-service.ts';

export interface OpenService {
  readonly name: string;
  readonly services: readonly DescService[];
  /** The permanent connection to its database. */
  readonly session: Session;
  /** Whether one statement shows its due work: jobs and events, in tables on one server. */
  readonly showsDueWork: boolean;
  readonly endpoints: ReadonlyMap<DescMethodUnary, Dispatch>;
  startBackground(): void;
  /** Runs due work, and waits for running work. */
  runDue(): Promise<void>;
  /** Runs the sweeps that are due. */
  sweep(): Promise<void>;
  /** Number of background tasks done here since the start. */
  workDone(): number;
  /** Runs the audit, if the service has one. */
  audit(): Promise<void>;
  /** What monitoring reads. */
  gauges(): Gauges;
  stopBackground(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions extends ProcessOptions {
  readonly dispatch: Dispatch;
  readonly sessions: Sessions;
}

export async function openService(door: Door, options: OpenOptions): Promise<OpenService> {
  const log = options.log.child({ service: door.name });
  const url = options.databaseUrl(door.name);
  const directUrl = options.databaseDirectUrl?.(door.name);
  const session = await options.sessions.of(directUrl ?? url);
  const database = await openDatabase({
    url,
    directUrl,
    session,
    ...(options.connectionsMax && { connectionsMax: options.connectionsMax(door.name) }),
    ...(options.settings.databaseWaitMs !== undefined && { waitMs: options.settings.databaseWaitMs }),
    schema: door.name,
    entities: door.entities ?? [],
    migrations: [...kitMigrations, ...door.migrations],
    log,
  });
  const { wall, settings, dispatch } = options;
  const firstKeys = await register(database, options.secrets, wall);
  const hashKeys = openHashKeys(database, options.secrets, wall, firstKeys);
  const secrets = { ...options.secrets, ...hashKeys };
  const keys = { service: door.name, database, secrets, hashKeys, columns: sealedColumnsOf(door), wall };
  const parts = await door.open({
    database,
    wall,
    ids: idsFrom(wall),
    log,
    secrets,
    settings,
    backUp: (file) => writeBaseBackup(url, file),
  });
  const runNow: Context['runNow'] = (job) => background.runNow(job);
  const contextOf = contextMaker({ door, dispatch, wall, parts, log, runNow });
  const { keptDays = keptDaysDefault } = settings;
  const background = backgroundOf({ door, wall, database, contextOf, log, keys, keptDays });
  const serves = [
    ...door.serves,
    dueWorkServed({ door, database, wall, contextOf, running: background.running }),
    servesDryRuns(door.name),
    servesDeadLetters({ service: door.name, database, wall }),
    servesKeys(keys),
    statusServed({ door, settings, database, wall, contextOf, gauges: background.gauges }),
    servesPlatformRows({ ...door, service: door.name, database, wall }),
    servesPersonalRecords({ service: door.name, database, secrets, personalRecords: door.personalRecords }),
  ];

  return {
    name: door.name,
    session,
    showsDueWork: !door.background && !database.isDistributed,
    services: serves.map(({ desc }) => desc),
    endpoints: endpointsOf({ serves, door, options, secrets, database, contextOf }),
    ...background,
    close: async () => {
      await door.close?.(parts);
      await database.onSession(unregisterProcess);
      await database.close();
    },
  };
}

/** Registers the process and its master key. Returns the hash keys. */
function register(database: Database, secrets: Sealing, wall: OpenOptions['wall']): Promise<StoredKeys> {
  return database.onSession(async (db) => {
    await Promise.all([leaveProbe(db, secrets), registerProcess(db, wall, secrets)]); // sent together
    return firstHashKeys(db, secrets);
  });
}

interface DueWorkParts {
  readonly door: Door;
  readonly database: Database;
  readonly wall: OpenOptions['wall'];
  readonly contextOf: ContextOf;
  readonly running: CatchUpParts['running'];
}

/** RPCs that every service serves in addition to its own, such as clock advances. */
function dueWorkServed({ door, database, wall, contextOf, running }: DueWorkParts): Served<Context> {
  const contextFor = (caller: Caller, requestId: string) => contextOf(callBy(caller, requestId));
  return servesDueWork({ service: door.name, database, wall, deadlines: door.deadlines, contextFor, running });
}

interface StatusServedParts extends Omit<DueWorkParts, 'running'> {
  readonly settings: OpenOptions['settings'];
  readonly gauges: () => Gauges;
}

function statusServed({ door, settings, database, wall, contextOf, gauges }: StatusServedParts): Served<Context> {
  const contextFor = (caller: Caller, requestId: string) => contextOf(callBy(caller, requestId));
  const auditFindings = () => gauges().auditFindings;
  return servesStatus({ service: door.name, database, wall, auditFindings, outside: door.outside?.(settings) ?? [], contextFor });
}

interface EndpointParts {
  readonly serves: Door['serves'];
  readonly door: Pick<Door, 'checks' | 'around'>;
  readonly options: OpenOptions;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly contextOf: ContextOf;
}

function endpointsOf({
  serves,
  door: { checks = [], around },
  options,
  secrets,
  database,
  contextOf,
}: EndpointParts): ReadonlyMap<DescMethodUnary, Dispatch> {
  const { noteFailure } = database;
  const { log } = options;
  const idempotent = idempotentOver(idempotencyTable(database, options.wall), secrets);
  const endpoints = new Map<DescMethodUnary, Dispatch>();
  for (const { desc, methods } of serves) {
    for (const method of desc.methods) {
      const implementation = methods[method.localName];
      if (!isUnary(method) || !implementation) throw new Error(`${desc.typeName} has no method ${method.name}.`);
      const chain = chainOf({ desc: method, implementation, checks, contextOf, idempotent, noteFailure, log });
      const recorded = around?.(method);
      const endpoint: Endpoint = recorded ? (request, call) => recorded(() => chain(request, call), contextOf(call)) : chain;
      endpoints.set(method, options.serialize ? throughBytes(endpoint) : (_, request, call) => endpoint(request, call));
    }
  }
  return endpoints;
}

/** Encodes and decodes messages like the network does, so that nothing is shared with the caller. */
function throughBytes(endpoint: Endpoint): Dispatch {
  const copy = (desc: DescMethodUnary['input'], message: Message) => fromBinary(desc, toBinary(desc, message));
  return async (method, request, call): Promise<Reply> => {
    const { message, replayed } = await endpoint(copy(method.input, request), call);
    return { message: copy(method.output, message), replayed };
  };
}
