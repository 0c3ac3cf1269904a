// Starts services with all that they stand on: database, keys, connections to other processes, the RPC door. Stops them in order.
import { type Authenticator, openAuthenticator } from './authenticator.ts';
import type { Dispatch } from './call.ts';
import { wall } from './clock.ts';
import type { Config } from './config.ts';
import { openListener } from './listener.ts';
import type { Log } from './log.ts';
import { masterKeys } from './master-key.ts';
import { startPostgres } from './postgres/start.ts';
import { startServices } from './process.ts';
import { type CallerTokens, callerTokens } from './rpc/caller-token.ts';
import { openRemote, type Remote } from './rpc/remote.ts';
import { startRpcServer } from './rpc/server.ts';
import { openSecrets } from './secrets.ts';
import type { Door } from './service.ts';

export interface StartOptions {
  /** The services of this process; those that have an address elsewhere are left out. */
  readonly doors: readonly Door[];
  readonly config: Config;
  readonly log: Log;
}

export interface Started {
  /** Reaches every service, here or elsewhere. For doors. */
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  /** Where gRPC listens: `http://127.0.0.1:9090`. */
  readonly rpcAddress: string;
  /** False once it stops: nothing new should be sent here. */
  isReady(): boolean;
  /** What the last audit of each service here found. */
  found(): ReadonlyMap<string, number>;
  /** Adds what must end before the services do: a door in front of them. */
  beforeStop(end: () => Promise<void>): void;
  /** Takes no more calls, lets running ones end, then closes everything in the reverse order. */
  stop(): Promise<void>;
}

/** What was opened is closed again when a later step fails. */
export async function start({ doors, config, log }: StartOptions): Promise<Started> {
  const opened = closables();
  let isStopping = false;
  const isReady = () => !isStopping;
  const stop = () => {
    isStopping = true;
    return opened.close();
  };
  try {
    const databaseUrl = await openDatabases({ config, log }, opened);
    const secrets = openSecrets(masterKeys({ configured: config.masterKey, dataDir: config.dataDir, mode: config.mode }));
    const tokens = callerTokens(secrets.keyFor('caller tokens'), wall);
    const remote = opened.add(remoteOf(config, tokens));
    const here = doors.filter(({ name }) => !config.serviceUrls.has(name));
    const running = opened.add(
      await startServices({ doors: here, remote: remote.dispatch, databaseUrl, settings: config, secrets, wall, log }),
    );
    const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: config.mode });
    opened.add(await heedChanges(authenticator, { url: databaseUrl('auth'), log }));
    const dispatch = authenticator.watch(running.dispatch);
    const { host, grpcPort: port } = config;
    const rpc = opened.add(
      await startRpcServer({ running: { ...running, dispatch }, host, port, authenticate: authenticator.any, isReady, log }),
    );
    const beforeStop = (end: () => Promise<void>) => void opened.add({ close: end });
    return { dispatch, authenticator, rpcAddress: rpc.address, isReady, found: running.found, beforeStop, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Closable {
  close(): Promise<void>;
}

interface Closables extends Closable {
  add<T extends Closable>(closable: T): T;
}

/** Closes the last first. */
function closables(): Closables {
  const open: Closable[] = [];
  return {
    add: (closable) => {
      open.push(closable);
      return closable;
    },
    close: async () => {
      for (let next = open.pop(); next; next = open.pop()) await next.close();
    },
  };
}

/** The URL of each service's database. The embedded PostgreSQL starts only when it is needed. */
async function openDatabases(
  { config, log }: Omit<StartOptions, 'doors'>,
  opened: Closables,
): Promise<(service: string) => string> {
  const { databaseUrl, dataDir, serviceDatabaseUrls } = config;
  if (databaseUrl !== undefined) return (service) => serviceDatabaseUrls.get(service) ?? databaseUrl;
  const postgres = await startPostgres({ dataDir, log });
  opened.add({ close: () => postgres.stop() });
  return (service) => serviceDatabaseUrls.get(service) ?? postgres.url;
}

/** The package of a method names its service: `payments.cards.v1`. */
function remoteOf({ serviceUrls }: Config, tokens: CallerTokens): Remote {
  const addressOf = ({ parent }: { parent: { file: { proto: { package: string } } } }) =>
    serviceUrls.get(parent.file.proto.package.split('.')[1] ?? '');
  return openRemote({ addressOf, tokens });
}

/** A token deleted by another process is dropped at once; without the notification it would be within a second. */
async function heedChanges({ forget }: Authenticator, { url, log }: { url: string; log: Log }): Promise<Closable> {
  const listener = openListener({ url, schema: 'auth', log });
  await listener.listen('auth.callers', forget);
  await listener.listen('platform.callers', forget);
  return listener;
}
