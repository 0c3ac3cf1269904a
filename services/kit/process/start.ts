// Starts services with their dependencies: database, keys, connections to other processes, the RPC door. Stops them in reverse order.
import type { Meter } from '@opentelemetry/api';
import type { MetricReader } from '@opentelemetry/sdk-metrics';
import { type Authenticator, openAuthenticator } from '../calls/authenticator.ts';
import { type CallerTokens, callerTokens } from '../calls/caller-token.ts';
import { isProviderToken, tokensFromProviders, tokensToProvider } from '../calls/provider-token.ts';
import { type RateLimit, rateLimit } from '../calls/rate-limit.ts';
import type { NoteCall } from '../core/answered-calls.ts';
import type { Dispatch } from '../core/call.ts';
import { wall } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { prepareExpected } from '../messages/validate.ts';
import type { ServerCertificate } from '../rpc/certificate.ts';
import { openRemote, type Remote, serviceOf } from '../rpc/remote.ts';
import { startRpcServer } from '../rpc/server.ts';
import { observeGauges } from '../service/gauges.ts';
import type { Door } from '../service/service.ts';
import { type Running, startServices } from '../service/start-services.ts';
import type { Config } from './config.ts';
import type { TelemetrySettings } from './config-values.ts';
import { type Databases, openDatabases } from './databases.ts';
import { measuringProviders } from './measured-providers.ts';
import { type MetricsServer, type MetricsServerOptions, startMetricsServer } from './metrics-server.ts';
import { callNotes } from './note-calls.ts';
import { inspect } from './preflight.ts';
import { noTelemetry, openTelemetry, type Telemetry } from './telemetry.ts';
import { observeCertificate, type Tls } from './tls.ts';
import { isWorker, metricsOfWorkers } from './worker.ts';

export interface StartOptions {
  /** The services of this process. Services with an address in another process are omitted. */
  readonly doors: readonly Door[];
  readonly config: Config;
  readonly log: Log;
  /** Default: those of the settings. Closed with the rest. */
  readonly databases?: Databases;
}

export interface Started {
  /** Calls every service, here or in another process. For doors. */
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  /** Counts the calls of each token at all doors. Absent: no limit. */
  readonly limit?: RateLimit;
  /** The address of gRPC: `http://127.0.0.1:9090`. */
  readonly rpcAddress: string;
  /** For doors. Absent: they do not encrypt. */
  readonly certificate?: ServerCertificate;
  /** The address of `METRICS_PORT`, if it is set: `http://127.0.0.1:9100`. */
  readonly metricsAddress?: string;
  /** All metrics of this process, as Prometheus reads them. */
  metrics(): Promise<string>;
  /** For doors: logs and counts their calls. */
  readonly noteCall: NoteCall;
  /** Why the process cannot serve: it stops, or a database is unavailable. Undefined if it is ready. */
  problem(): string | undefined;
  /** Registers what must stop before the services do, such as a door. */
  beforeStop(end: () => Promise<void>): void;
  /** Work that can run after the start: compiles the rules of requests. Throws if rules contradict each other. */
  prepareRest(): Promise<void>;
  /** Refuses new calls, lets running ones finish, then closes everything in reverse order. */
  stop(): Promise<void>;
}

/** If a step fails, everything opened before is closed. */
export async function start({ doors, config, log, databases }: StartOptions): Promise<Started> {
  const opened = closables();
  let isStopping = false;
  let databaseProblem: Running['problem'] = () => undefined;
  const problem = () => (isStopping ? 'This process is stopping.' : databaseProblem());
  const isReady = () => problem() === undefined;
  const stop = () => {
    isStopping = true;
    return opened.close();
  };
  try {
    await openTracesFor(config, { log, opened });
    const { urlOf: databaseUrl, directUrlOf: databaseDirectUrl } = opened.add(
      databases ?? (await openDatabases({ config, log })),
    );
    const here = doors.filter(({ name }) => !config.serviceUrls.has(name));
    const { tls, secrets, connectionsMax } = await inspect({ doors: here, config, log, databaseUrl, databaseDirectUrl });
    opened.add(tls);
    const keys = config.callerKeys ?? secrets.keysFor('caller tokens');
    const tokens = callerTokens({ keys, audiences: here.map(({ name }) => name), wall });
    const telemetry = opened.add(await telemetryOf(config, tls, log));
    const noteCall = callNotes({ log, meter: telemetry.meter });
    const remote = opened.add(remoteOf(config, tokens, telemetry.meter));
    const accepted = { ...tokens, verify: verifierOf(config, tokens) };
    const known = { settings: config, secrets, wall, log };
    const running = opened.add(
      await startServices({ doors: here, remote: remote.dispatch, databaseUrl, databaseDirectUrl, connectionsMax, ...known }),
    );
    databaseProblem = running.problem;
    observeGauges(telemetry.meter, running.gauges);
    const { mode, authFailuresPerMinute: failuresPerMinute } = config;
    const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens: accepted, wall, mode, failuresPerMinute });
    const dispatch = authenticator.watch(running.dispatch);
    const { host, grpcPort: port, grpcConnections: limits, rateLimitPerSecond, serviceUrls: connected } = config;
    const limit = rateLimitPerSecond > 0 && { limit: rateLimit(rateLimitPerSecond, wall) };
    const forDoors = { noteCall, ...limit, ...(tls.certificate && { certificate: tls.certificate }) };
    const called = { running: { ...running, dispatch }, authenticate: authenticator.inside, connected, isReady };
    const served = { ...called, ...forDoors, log };
    const [rpc] = await Promise.all([startRpcServer({ ...served, host, port, limits }), heedChanges(authenticator, running)]);
    opened.add(rpc);
    const metrics = isWorker ? metricsOfWorkers(telemetry.prometheus) : telemetry.prometheus;
    const monitor = await startMonitor(config, { problem, metrics });
    if (monitor) opened.add(monitor);
    return {
      dispatch,
      authenticator,
      rpcAddress: rpc.address,
      problem,
      metrics,
      ...(monitor && { metricsAddress: monitor.address }),
      beforeStop: (end) => void opened.add({ close: end }),
      prepareRest: prepareExpected,
      stop,
      ...forDoors,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Opening {
  readonly log: Log;
  readonly opened: Closables;
}

/** Closed last, after the services. */
async function openTracesFor({ telemetry: { tracedShare: share }, worker }: Config, { log, opened }: Opening): Promise<void> {
  if (share === undefined) return;
  const { openTraces } = await import('./traces.ts'); // not part of other starts
  opened.add(openTraces({ share, worker: worker?.number, log }));
}

async function telemetryOf({ telemetry: settings, worker }: Config, { certificate }: Tls, log: Log): Promise<Telemetry> {
  const exporter = await exporterOf(settings, log);
  const telemetry = settings.hasMetrics ? openTelemetry({ worker: worker?.number, exporter }) : noTelemetry;
  if (certificate) observeCertificate(telemetry.meter, certificate);
  return telemetry;
}

async function exporterOf({ metricsIntervalMs }: TelemetrySettings, log: Log): Promise<MetricReader | undefined> {
  if (metricsIntervalMs === undefined) return undefined;
  const { exportedMetrics } = await import('./exported-metrics.ts'); // not part of other starts
  return exportedMetrics(metricsIntervalMs, log);
}

type Monitored = Pick<MetricsServerOptions, 'problem' | 'metrics'>;

/** On `METRICS_PORT`, if it is set. */
async function startMonitor({ host, metricsPort: port }: Config, monitored: Monitored): Promise<MetricsServer | undefined> {
  return port === undefined ? undefined : startMetricsServer({ host, port, ...monitored });
}

interface Closable {
  close(): Promise<void>;
}

interface Closables extends Closable {
  add<T extends Closable>(closable: T): T;
}

/** Closes in reverse order. */
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

function remoteOf({ serviceUrls, providerSecrets }: Config, tokens: CallerTokens, meter: Meter): Remote {
  const providers = new Map<string, Pick<CallerTokens, 'mint'>>(
    [...providerSecrets].map(([name, secret]) => [name, tokensToProvider(name, secret, wall)]),
  );
  const remote = openRemote({
    addressOf: (method) => serviceUrls.get(serviceOf(method)),
    tokens,
    tokensFor: (method) => providers.get(serviceOf(method)),
  });
  return { ...remote, dispatch: measuringProviders(remote.dispatch, meter) };
}

function verifierOf({ providerSecrets }: Config, tokens: CallerTokens): CallerTokens['verify'] {
  const providers = tokensFromProviders(providerSecrets, wall);
  return (token) => (isProviderToken(token) ? providers : tokens).verify(token);
}

/** A token deleted, or a clock advanced, by another process takes effect immediately; without the notification within a second. */
async function heedChanges({ forget }: Authenticator, { listen }: Running): Promise<void> {
  for (const service of ['auth', 'platform']) await listen(service, 'callers', forget);
}
