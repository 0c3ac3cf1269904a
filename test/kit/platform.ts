// A whole platform for a test: all services on one database, the real gateway, and a wall clock that the test moves.
import { randomBytes } from 'node:crypto';
import { buildApp, type GatewayOptions } from '../../gateway/app.ts';
import { openApiDocument } from '../../gateway/openapi/document.ts';
import { services } from '../../services/all.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { rateLimit } from '../../services/kit/calls/rate-limit.ts';
import type { Environment } from '../../services/kit/core/caller.ts';
import type { ConsoleKind } from '../../services/kit/process/config-values.ts';
import { measuringProviders } from '../../services/kit/process/measured-providers.ts';
import { callNotes } from '../../services/kit/process/note-calls.ts';
import { openTelemetry } from '../../services/kit/process/telemetry.ts';
import type { Door, Settings } from '../../services/kit/service/service.ts';
import type { Running } from '../../services/kit/service/start-services.ts';
import { type Absent, absentServices } from './absent.ts';
import { testDatabase } from './database.ts';
import { dataDir, isSerializedHere, keepData, type MasterKeys, runDoors, templateOf } from './doors.ts';
import { atEndOfFile } from './file-end.ts';
import { log } from './log.ts';
import type { Send } from './rest.ts';
import { sendToApp } from './send.ts';
import { observeWorld } from './telemetry.ts';
import { type PlatformOptions, type Tenant, tenantMaker } from './tenants.ts';
import { ManualWall } from './wall.ts';

export interface WorldOptions extends Pick<GatewayOptions, 'proxies' | 'certificate'> {
  /** The services to run; all of them if absent. Calls to others get an empty message and are recorded in `absent`. */
  readonly doors?: readonly Door[];
  readonly mode?: Environment;
  /** Serializes every call between services. If absent, half of the test files do. */
  readonly serialize?: boolean;
  /** The operator's settings. */
  readonly settings?: Partial<Settings>;
  /** Newest first; if absent, one that all worlds share. */
  readonly masterKeys?: MasterKeys;
  /** Of another world, to run next to it; a new database if absent. */
  readonly databaseUrl?: string;
  /** Whether REST requests, and what follows from them, are logged. */
  readonly requestLog?: boolean;
  /** Who signs in to the console; platforms of a sandbox if absent. */
  readonly console?: ConsoleKind;
  /** REST calls of a token per second; unlimited if absent. */
  readonly callsPerSecond?: number;
  /** Failed authentications of an address per minute; unlimited if absent. */
  readonly failuresPerMinute?: number;
}

export type { PlatformOptions, Tenant };

/** A platform and further ones, independent of where the services run: the common interface of all forms. */
export interface AnyWorld extends Tenant {
  /** A raw request, without a check of the answer. */
  readonly raw: Send;
  newPlatform(options?: PlatformOptions): Promise<Tenant>;
}

export interface World extends AnyWorld {
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  readonly running: Running;
  readonly wall: ManualWall;
  /** What the services keep outside the database. */
  readonly dataDir: string;
  /** Of the database of all services. */
  readonly databaseUrl: string;
  /** Calls to services that do not run here. */
  readonly absent: Absent;
  /** Runs what is due: jobs, events, sweeps, and their consequences. */
  settle(): Promise<void>;
  /** Stops its services before the file ends. */
  close(): Promise<void>;
}

/** Starts a world for a test file; it ends with the file. The world itself is a regulated sandbox platform with all currencies. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const url = options.databaseUrl ?? (await testDatabase(await templateOf(options.doors ?? services)));
  const world = await runWorld(options, url);
  atEndOfFile(world.close);
  return world;
}

/** Starts a world on a migrated database; it runs until it is closed. */
export async function runWorld(options: WorldOptions, url: string): Promise<World> {
  const { doors = services, mode = 'sandbox', serialize = isSerializedHere(), callsPerSecond } = options;
  const { masterKeys, failuresPerMinute = 0, requestLog = false } = options;
  const settings: Partial<Settings> = { hasRequestLog: requestLog, ...options.settings };
  const wall = new ManualWall();
  const absent = absentServices();
  const telemetry = openTelemetry();
  const remote = measuringProviders(absent.dispatch, telemetry.meter);
  const running = await runDoors({ doors, mode, serialize, settings, wall, url, remote, ...(masterKeys && { masterKeys }) });
  const tokens = callerTokens({ keys: [randomBytes(32)], audiences: doors.map(({ name }) => name), wall });
  const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode, failuresPerMinute });
  const descs = doors.flatMap(({ serves }) => serves.map(({ desc }) => desc));
  const dispatch = authenticator.watch(running.dispatch);
  observeWorld(telemetry, running, options);
  const app = await buildApp({
    services: descs,
    checks: doors.flatMap(({ checks }) => checks ?? []),
    dispatch,
    authenticator,
    mode,
    publicUrl: settings.publicUrl ?? 'http://localhost:8080',
    problem: () => undefined,
    metrics: telemetry.prometheus,
    noteCall: callNotes({ log, meter: telemetry.meter }),
    openApi: async () => openApiDocument(descs),
    developers: developersOf({ mode, console: options.console ?? (mode === 'sandbox' ? 'platform' : 'off') }, () => first),
    hasMcp: true,
    hasRequestLog: requestLog,
    log,
    ...(settings.serviceUrls && { connected: settings.serviceUrls }),
    ...(options.certificate && { certificate: options.certificate }),
    ...(options.proxies && { proxies: options.proxies }),
    ...(callsPerSecond !== undefined && { limit: rateLimit(callsPerSecond, wall) }),
  });
  let ended: Promise<void> | undefined;
  const close = () => (ended ??= app.close().then(async () => void (await Promise.all([running.close(), telemetry.close()]))));
  keepData();

  const raw = sendToApp(app);
  const newPlatform = tenantMaker({ send: raw, dispatch, authenticator, mode });
  const first = await newPlatform();
  return {
    ...first,
    raw,
    app,
    running,
    wall,
    dataDir,
    databaseUrl: url,
    absent,
    settle: () => running.settle(),
    close,
    newPlatform,
  };
}

/** What the pages for developers show. */
function developersOf({ mode, console }: { readonly mode: Environment; readonly console: ConsoleKind }, tenant: () => Tenant) {
  return {
    rpcAddress: '127.0.0.1:9090',
    credentials: async () => (mode === 'sandbox' ? credentialsOf(tenant()) : undefined),
    hasExplorer: mode === 'sandbox',
    console,
  };
}

/** Of the token of a tenant. */
function credentialsOf({ token }: Tenant) {
  const [clientId = '', clientSecret = ''] = Buffer.from(token.slice('Basic '.length), 'base64').toString().split(':');
  return { clientId, clientSecret };
}
