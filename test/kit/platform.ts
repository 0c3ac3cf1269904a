// A whole platform for a test: all services on a database of their own, the real gateway in front, a wall clock that the test moves.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DescService } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { afterAll, expect } from 'vitest';
import { buildApp } from '../../gateway/app.ts';
import { openApiDocument } from '../../gateway/openapi/document.ts';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { Permission } from '../../gen/payments/rest/v1/rest_pb.ts';
import { services } from '../../services/all.ts';
import { type Authenticator, openAuthenticator } from '../../services/kit/authenticator.ts';
import type { Dispatch } from '../../services/kit/call.ts';
import type { Caller, Environment } from '../../services/kit/caller.ts';
import { clientOf } from '../../services/kit/clients.ts';
import { kitMigrations } from '../../services/kit/kit-migrations.ts';
import { type Log, silent } from '../../services/kit/log.ts';
import { type Running, startServices } from '../../services/kit/process.ts';
import { callerTokens } from '../../services/kit/rpc/caller-token.ts';
import { openSecrets } from '../../services/kit/secrets.ts';
import type { Door, Settings } from '../../services/kit/service.ts';
import { type Absent, absentServices } from './absent.ts';
import { bodyCheck } from './body-check.ts';
import { templateFrom, testDatabase } from './database.ts';
import { frozen } from './frozen.ts';
import { type Rest, restOver } from './rest.ts';
import { ManualWall } from './wall.ts';

export interface WorldOptions {
  /** The services to run; all of them when absent. Calls to others answer an empty message, and are kept in `absent`. */
  readonly doors?: readonly Door[];
  readonly mode?: Environment;
  /** Sends every call between services through bytes. When absent, half of the test files do. */
  readonly serialize?: boolean;
  /** What the operator has set. */
  readonly settings?: Partial<Settings>;
}

export interface PlatformOptions {
  readonly environment?: Environment;
  readonly regulated?: boolean;
  /** Codes; all when absent. */
  readonly currencies?: readonly string[];
  /** Of its token; all when absent. */
  readonly permissions?: readonly Permission[];
}

/** One platform in the world, seen through its own token. */
export interface Tenant {
  /** uuid. */
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The `authorization` header. */
  readonly token: string;
  /** A call over REST. The answer's body is checked against the OpenAPI document. */
  readonly rest: Rest;
  /** Moves the platform's clock, as its users do; what falls due on the way has run then. Returns its new time. */
  advance(seconds: number): Promise<Date>;
  /** RPC as the platform. */
  client<S extends DescService>(service: S): Client<S>;
  /** RPC as a service that acts for the platform: internal methods are open to it. */
  internal<S extends DescService>(service: S): Client<S>;
}

export interface World extends Tenant {
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  readonly running: Running;
  readonly wall: ManualWall;
  /** What the services keep outside of the database. */
  readonly dataDir: string;
  /** Of the database of all services. */
  readonly databaseUrl: string;
  /** What was asked of services that do not run here. */
  readonly absent: Absent;
  /** Runs what is due: jobs, events, sweeps, and what follows from them. */
  settle(): Promise<void>;
  newPlatform(options?: PlatformOptions): Promise<Tenant>;
}

/** Of all worlds of the file. */
const dataDir = mkdtempSync(join(tmpdir(), 'payments-world-'));

/** Starts a world for a test file; it ends with the file. The world itself is a regulated sandbox platform with all currencies. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { doors = services, mode = 'sandbox', serialize = isSerializedHere(), settings = {} } = options;
  const wall = new ManualWall();
  const absent = absentServices();
  const template = await templateOf(doors);
  const url = await testDatabase(template);
  const running = await runDoors({ doors, mode, serialize, settings, wall, url, remote: absent.dispatch });
  const tokens = callerTokens(randomBytes(32), wall);
  const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode });
  const descs = doors.flatMap(({ serves }) => serves.map(({ desc }) => desc));
  const document = openApiDocument(descs);
  const dispatch = authenticator.watch(running.dispatch);
  const app = await buildApp({
    services: descs,
    dispatch,
    authenticator,
    mode,
    isReady: () => true,
    found: running.found,
    openApi: document,
    log,
  });
  afterAll(async () => {
    await app.close();
    await running.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const newPlatform = tenantMaker({ app, dispatch, authenticator, mode, check: bodyCheck(document) });
  const first = await newPlatform();
  return { ...first, app, running, wall, dataDir, databaseUrl: url, absent, settle: () => running.settle(), newPlatform };
}

interface DoorsOptions {
  readonly doors: readonly Door[];
  readonly mode: Environment;
  readonly serialize: boolean;
  readonly settings?: Partial<Settings>;
  readonly wall: ManualWall;
  readonly url: string;
  readonly remote: Dispatch;
}

function runDoors({ doors, mode, serialize, settings, wall, url, remote }: DoorsOptions): Promise<Running> {
  return startServices({
    doors,
    databaseUrl: () => url,
    settings: {
      mode,
      sandboxTimeScale: 1,
      publicUrl: 'http://localhost:8080',
      dataDir,
      oidcIssuers: ['https://accounts.google.com'],
      ...settings,
    },
    secrets: openSecrets([Buffer.alloc(32, 7)]),
    wall,
    log,
    serialize,
    remote,
  });
}

/** The database of a world, migrated once for all files of the run that start the same services. */
function templateOf(doors: readonly Door[]): Promise<string> {
  const steps = [kitMigrations, ...doors.map(({ name, migrations }) => [name, migrations])];
  const name = `world_${createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)}`;
  return templateFrom(name, async (url) => {
    const remote = absentServices().dispatch;
    const running = await runDoors({ doors, mode: 'sandbox', serialize: false, wall: new ManualWall(), url, remote });
    await running.close();
  });
}

interface TenantParts {
  readonly app: World['app'];
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  readonly mode: Environment;
  readonly check: ReturnType<typeof bodyCheck>;
}

function tenantMaker({ app, dispatch, authenticator, mode, check }: TenantParts) {
  return async (options: PlatformOptions = {}): Promise<Tenant> => {
    const { environment = mode, regulated = true, currencies = [], permissions = [] } = options;
    const id = randomUUID();
    const clientId = randomBytes(16).toString('hex');
    const clientSecret = randomBytes(24).toString('hex');
    const token = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const caller: Caller = { platformId: id, environment, permissions: [], clockOffsetMs: 0 };
    const asPlatform: Dispatch = async (method, request, call) =>
      dispatch(method, frozen(request), { ...call, caller: await authenticator.basic(token, call.requestId) });
    let isMade = false;
    const asService: Dispatch = async (method, request, call) => {
      const { clockOffsetMs } = isMade ? await authenticator.basic(token, call.requestId) : caller;
      return dispatch(method, frozen(request), { ...call, caller: { ...caller, clockOffsetMs, service: 'test' } });
    };
    const call = () => ({ caller, requestId: `test-${randomUUID()}`, signal: AbortSignal.timeout(30_000), admitted: false });
    const internal = <S extends DescService>(desc: S) => clientOf(desc, asService)(call());

    await internal(PlatformDirectoryService).ensurePlatform({
      isRegulatedFinancialInstitution: regulated,
      currencies: [...currencies],
      clientId,
      clientSecret,
      permissions: [...permissions],
    });
    isMade = true;
    const rest = restOver(app, token, check);
    return {
      id,
      clientId,
      clientSecret,
      token,
      rest,
      advance: async (seconds) => {
        const { status, body } = await rest('POST', '/sandbox/clock/advance', { body: { seconds } });
        expect(status, JSON.stringify(body)).toBe(200);
        return new Date(body.now);
      },
      client: (desc) => clientOf(desc, asPlatform)(call()),
      internal,
    };
  };
}

/** Both forms of calls are to be tested, and each file always in the same form. */
function isSerializedHere(): boolean {
  const path = expect.getState().testPath ?? '';
  return (
    (createHash('sha256')
      .update(path.slice(path.indexOf('/test/')))
      .digest()[0] ?? 0) %
      2 ===
    0
  );
}

/** Only what should not happen is told. */
const log: Log = {
  ...silent,
  error: (fields, message) => console.error(message, fields),
  child: () => log,
};
