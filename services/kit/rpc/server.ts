// The gRPC door: @grpc/grpc-js with reflection and health. Every method runs the same chain as REST.
import { once } from 'node:events';
import { type AddressInfo, BlockList, type Server as NetServer } from 'node:net';
import { logVerbosity, Server, ServerCredentials, setLogVerbosity } from '@grpc/grpc-js';
import { requestIdOf } from '../calls/call-headers.ts';
import { urlHost } from '../core/url-host.ts';
import { encrypting, type ServerCertificate } from './certificate.ts';
import { boundedServer, type ConnectionLimits } from './connections.ts';
import { type Admit, type DoorkeeperOptions, doorkeeper } from './doorkeeper.ts';
import { toRpcError } from './gate.ts';
import { type GrpcAnswers, grpcAnswers } from './grpc-answers.ts';
import { type GrpcMethodsOptions, grpcMethods, headersIn } from './grpc-methods.ts';
import { toGrpcStatus } from './grpc-status.ts';
import { healthPackage } from './health.ts';
import { type OfficialServed, serveOfficial } from './official.ts';
import { reflectionPackage } from './reflection.ts';
import { watchHeaders } from './repeated-headers.ts';
import { serveStreamedCalls } from './streamed-calls.ts';

export interface RpcServerOptions extends GrpcMethodsOptions {
  readonly host: string;
  readonly port: number;
  readonly isReady: () => boolean;
  /** Absent: connections are not encrypted. */
  readonly certificate?: ServerCertificate;
  /** The default ones when absent. */
  readonly limits?: Partial<RpcLimits>;
}

export interface RpcLimits extends ConnectionLimits {
  /** Concurrent streams per connection. */
  readonly streamsMax: number;
  /** Time for a request to arrive completely. */
  readonly requestMs: number;
  /** Maximum time until a client has read a response. */
  readonly readMs: number;
  /** A silent connection is pinged after this time, and closed if it does not answer within half of it. */
  readonly silentMs: number;
  /** A connection without calls is closed after this time. */
  readonly idleMs: number;
}

export const rpcLimits: RpcLimits = {
  connectionsMax: 1_000,
  connectionsPerAddressMax: 250,
  proxies: new BlockList(),
  streamsMax: 100,
  requestMs: 30_000,
  readMs: 60_000,
  silentMs: 20_000,
  idleMs: 300_000,
};

export interface RpcServer {
  /** `http://127.0.0.1:9090` */
  readonly address: string;
  close(): Promise<void>;
}

// Its log would contain header values of callers, including credentials.
setLogVerbosity(logVerbosity.NONE);

export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const { host, port, certificate } = options;
  const limits = { ...rpcLimits, ...options.limits };
  const admits = new Map<string, Admit>();
  const answers = grpcAnswers(options.noteCall);
  const { arrive } = answers;
  const interceptors = [doorkeeper({ admits, arrive, statusOf: statusesBy(options, answers), ...limits })];
  const server = new Server({ ...settingsOf(limits), interceptors });
  const methods = grpcMethods(options, answers);
  for (const [definition, handlers] of methods.services) server.addService(definition, handlers);
  for (const [path, admit] of methods.admits) admits.set(path, admit);
  const streamed = serveStreamedCalls(server, options, answers);
  admits.set(streamed.path, streamed.admit);
  const official = [serveHealth(server, admits, options), serveReflection(server, admits, options)];

  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  watchHeaders(server);
  const handOn = encrypting(certificate, (socket) => injector.injectConnection(socket));
  const listener = boundedServer(limits, handOn);
  await once(listener.listen(port, host), 'listening');
  const { port: chosen } = listener.address() as AddressInfo;
  return {
    address: `${certificate ? 'https' : 'http'}://${urlHost(host)}:${chosen}`,
    close: () => close(server, listener, official),
  };
}

function settingsOf({ streamsMax, silentMs, idleMs }: RpcLimits) {
  return {
    'grpc.enable_channelz': 0,
    'grpc.max_concurrent_streams': streamsMax,
    'grpc-node.max_session_memory': sessionMebibytesMax,
    'grpc.keepalive_time_ms': silentMs,
    'grpc.keepalive_timeout_ms': silentMs / 2,
    'grpc.max_connection_idle_ms': idleMs,
  };
}

const sessionMebibytesMax = 32;
/** Of a message to health and reflection, which contain names. */
const nameBytesMax = 4_096;

function statusesBy({ log }: RpcServerOptions, { answer }: GrpcAnswers): DoorkeeperOptions['statusOf'] {
  return (error, { path, metadata }) => {
    const requestId = requestIdOf(headersIn(metadata)('x-request-id'));
    const failed = toRpcError(error, { requestId, path, log, isAborted: false });
    answer(metadata, { path, requestId, failed });
    return toGrpcStatus(failed);
  };
}

function serveHealth(server: Server, admits: Map<string, Admit>, { running, isReady }: RpcServerOptions): OfficialServed {
  const health = healthPackage({ services: running.services, isReady });
  const served = serveOfficial(server, health);
  const admit: Admit = async () => {
    await served.load();
    return { bytesMax: nameBytesMax };
  };
  for (const path of Object.keys(health.kinds)) admits.set(path, admit);
  return served;
}

function serveReflection(server: Server, admits: Map<string, Admit>, options: RpcServerOptions): OfficialServed {
  const { running, authenticate } = options;
  const internal = new WeakSet<object>();
  const reflection = reflectionPackage(running.services, (metadata) => internal.has(metadata));
  const served = serveOfficial(server, reflection);
  const admit: Admit = async (metadata, address) => {
    const headerOf = headersIn(metadata);
    const requestId = requestIdOf(headerOf('x-request-id'));
    const { service } = await authenticate({ authorization: headerOf('authorization'), requestId, address });
    if (service !== undefined) internal.add(metadata);
    await served.load();
    return { bytesMax: nameBytesMax };
  };
  for (const path of Object.keys(reflection.kinds)) admits.set(path, admit);
  return served;
}

/** Refuses new calls, asks clients to disconnect, and lets running calls finish. */
async function close(server: Server, listener: NetServer, official: readonly OfficialServed[]): Promise<void> {
  const late = setTimeout(() => server.forceShutdown(), drainMsMax);
  listener.close();
  for (const { end } of official) end();
  await new Promise((resolve) => server.tryShutdown(resolve));
  clearTimeout(late);
}

const drainMsMax = 8_000;
