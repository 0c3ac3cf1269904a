// The RPC door: gRPC, gRPC-Web and Connect on one port, with reflection and health. Every method goes through the same chain as REST.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { DescMethodUnary, DescService, Message } from '@bufbuild/protobuf';
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { Health } from '../../../gen/grpc/health/v1/health_pb.ts';
import { ServerReflection } from '../../../gen/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as ServerReflectionAlpha } from '../../../gen/grpc/reflection/v1alpha/reflection_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { method as methodRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { admissionOf } from '../admission.ts';
import { callerTokenIn } from '../authenticator.ts';
import type { Call } from '../call.ts';
import { requestIdOf, traceOf } from '../call-headers.ts';
import type { Caller } from '../caller.ts';
import { wall } from '../clock.ts';
import { urlHost } from '../config.ts';
import { drain } from '../drain.ts';
import { fail, type Refusal, refusalFrom, toConnectError, waitOf } from '../fail.ts';
import { gaugesText } from '../gauges.ts';
import type { Log } from '../log.ts';
import { isUnary, optionOf } from '../options.ts';
import type { Running } from '../process.ts';
import type { RateLimit } from '../rate-limit.ts';
import { healthOf } from './health.ts';
import { onePort } from './one-port.ts';
import { reflectionOf } from './reflection.ts';

export interface RpcServerOptions {
  readonly running: Running;
  readonly host: string;
  readonly port: number;
  /** Who calls, by the `authorization` header. Throws UNAUTHORIZED. */
  readonly authenticate: (authorization: string | undefined, requestId: string) => Promise<Caller>;
  readonly isReady: () => boolean;
  /** Refuses a caller that calls too often. Not asked about calls of our own processes: the first door has counted them. */
  readonly limit?: RateLimit;
  readonly log: Log;
}

export interface RpcServer {
  /** `http://127.0.0.1:9090` */
  readonly address: string;
  close(): Promise<void>;
}

export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const { running, host, port, isReady } = options;
  const handle = connectNodeAdapter({
    readMaxBytes: bodyBytesMax,
    fallback: (request, response) => {
      const isMetrics = request.url === '/metrics';
      response.writeHead(isMetrics ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4' });
      response.end(isMetrics ? gaugesText(running.gauges()) : '');
    },
    routes(router) {
      for (const service of running.services) serveOn(router, service, options);
      const named = [...running.services, Health, ServerReflection, ServerReflectionAlpha];
      router.service(Health, healthOf(running.services, isReady));
      router.service(ServerReflection, reflectionOf(named));
      router.service(ServerReflectionAlpha, reflectionOf(named));
    },
  });
  const server = onePort(handle);
  await once(server.listen(port, host), 'listening');
  const { port: chosen } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { address: `http://${urlHost(host)}:${chosen}`, close: () => drain({ server, close }) };
}

const bodyBytesMax = 4 * 1024 * 1024;

function serveOn(router: ConnectRouter, service: DescService, options: RpcServerOptions): void {
  for (const method of service.methods.filter(isUnary)) router.rpc(method, handlerOf(method, options), limitsOf(method, options));
}

/** Large requests come from our own processes alone: nothing of anybody else's is read. */
function limitsOf(method: DescMethodUnary, { authenticate, log }: RpcServerOptions) {
  const readMaxBytes = optionOf(method, methodRule)?.requestBytesMax;
  if (!readMaxBytes) return {};
  const requestGate = async (context: HandlerContext): Promise<void> => {
    const requestId = requestIdOf(context.requestHeader.get('x-request-id'));
    try {
      const { service } = await authenticate(authorizationOf(context), requestId);
      if (service === undefined) throw fail(ErrorCode.FORBIDDEN, 'This operation is for services of the platform only.');
    } catch (error) {
      throw toRpcError(error, { requestId, method, log, context });
    }
  };
  return { readMaxBytes, requestGate };
}

const authorizationOf = ({ requestHeader }: HandlerContext) => requestHeader.get('authorization') ?? undefined;

function handlerOf(method: DescMethodUnary, { running, authenticate, limit, log }: RpcServerOptions) {
  const admit = admissionOf(method);
  return async (request: Message, context: HandlerContext): Promise<Message> => {
    const requestId = requestIdOf(context.requestHeader.get('x-request-id'));
    const authorization = authorizationOf(context);
    try {
      const caller = await authenticate(authorization, requestId);
      if (limit && callerTokenIn(authorization) === undefined) {
        admit(caller);
        limit(caller);
      }
      const { message, replayed } = await running.dispatch(method, request, callOf({ caller, requestId, context }));
      if (replayed) context.responseHeader.set('idempotent-replayed', 'true');
      return message;
    } catch (error) {
      throw toRpcError(error, { requestId, method, log, context });
    }
  };
}

interface Origin {
  readonly caller: Caller;
  readonly requestId: string;
  readonly context: HandlerContext;
}

function callOf({ caller, requestId, context }: Origin): Call {
  const header = (name: string) => context.requestHeader.get(name) ?? undefined;
  const timeoutMs = context.timeoutMs();
  const idempotencyKey = header('idempotency-key');
  return {
    caller,
    requestId,
    signal: context.signal,
    admitted: false,
    ...(timeoutMs !== undefined && { deadline: new Date(wall.now().getTime() + timeoutMs) }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...traceOf(header('traceparent')),
  };
}

interface Failure {
  readonly requestId: string;
  readonly method: DescMethodUnary;
  readonly log: Log;
  readonly context: HandlerContext;
}

/** A refusal keeps its code and details; anything else is told by its request id alone. */
function toRpcError(error: unknown, { requestId, method, log, context }: Failure): ConnectError {
  const refusal = refusalFrom(error);
  if (refusal) return refused(refusal, context);
  if (context.signal.aborted) return new ConnectError('The caller has stopped waiting.', Code.DeadlineExceeded);
  log.error({ err: error, requestId, method: `${method.parent.typeName}/${method.name}` }, 'A call failed.');
  return new ConnectError(`Something failed on our side. Request id: ${requestId}`, Code.Internal);
}

/** What REST tells in headers of its answer goes with the refusal here, too. */
function refused(refusal: Refusal, { responseHeader }: HandlerContext): ConnectError {
  const wait = waitOf(refusal);
  if (wait !== undefined) responseHeader.set('retry-after', String(wait));
  if (refusal.more.replayed) responseHeader.set('idempotent-replayed', 'true');
  return toConnectError(refusal);
}
