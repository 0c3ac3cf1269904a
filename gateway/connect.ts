// Connect and gRPC-Web on the port of REST: methods that platforms may call, with the same credentials and chain as gRPC.
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect';
import { fastifyConnectPlugin } from '@connectrpc/connect-fastify';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { ErrorCode } from '../gen/payments/common/v1/error_pb.ts';
import { isPublic } from '../services/kit/calls/admission.ts';
import { requestIdOf } from '../services/kit/calls/call-headers.ts';
import { dryRunHeader, isRequested, runArrived } from '../services/kit/calls/dry-runs.ts';
import type { Dispatch } from '../services/kit/core/call.ts';
import { wall } from '../services/kit/core/clock.ts';
import type { Log } from '../services/kit/core/log.ts';
import { entered } from '../services/kit/core/tracing.ts';
import { fail } from '../services/kit/messages/fail.ts';
import { messageBytesMax } from '../services/kit/messages/message-bounds.ts';
import { isUnary } from '../services/kit/messages/options.ts';
import { type Admitted, callOf, type GateOptions, gateOf, type HeaderOf, pathOf, toRpcError } from '../services/kit/rpc/gate.ts';
import { ConnectBody } from './connect-body.ts';
import { noRoute, wrongType } from './transcoder/server.ts';
import { closeSlowReader, type ReadingRate, readingRate } from './transcoder/slow-clients.ts';

export interface ConnectOptions extends GateOptions {
  readonly services: readonly DescService[];
  readonly dispatch: Dispatch;
  readonly reading?: ReadingRate;
  readonly log: Log;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the method that a request by Connect calls. */
    connectPath: string | undefined;
  }
}

/** Serves all methods that platforms may call. Compressed messages are not supported. */
export async function registerConnect(app: FastifyInstance, options: ConnectOptions): Promise<void> {
  const methods = options.services.flatMap((service) => service.methods.filter(isUnary).filter(isPublic));
  const inputs = new Map(methods.map((method) => [pathOf(method), method.input]));
  app.decorateRequest('connectPath', undefined);
  for (const path of inputs.keys()) app.knownPaths.add(path, [verb]);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers(); // removes those of REST; the plugin adds its own
    scope.addHook('onRequest', async (request) => {
      const path = requestedPath(request);
      if (!inputs.has(path)) throw noRoute(request);
      request.connectPath = path;
      const { host, 'content-type': type = '' } = request.headers;
      // The plugin creates a URL of it, and does not answer the request if that fails.
      if (host === undefined || !URL.canParse(`http://${host}`))
        throw fail(ErrorCode.INVALID_INPUT, 'The header host must be a valid host.');
      if (!acceptedType.test(type)) throw wrongType('application/json, application/proto or application/grpc-web'); // the plugin would answer 415 without a body
    });
    scope.addHook('preHandler', async (request, reply) => {
      const input = inputs.get(request.connectPath ?? '');
      if (input) request.body = new ConnectBody(request, reply, input); // the plugin reads this instead of the raw request
    });
    const handlers = handlersOf(scope, {
      routes: (router) => {
        for (const method of methods) serveOn(router, method, options);
      },
      grpc: false,
      acceptCompression: [],
      readMaxBytes: messageBytesMax,
      contextValues: ({ clientAddress, body }) =>
        createContextValues()
          .set(addressKey, clientAddress)
          .set(bodyKey, body instanceof ConnectBody ? body : undefined),
    });
    const handler: RouteHandlerMethod = function (request, reply) {
      return handlers.get(request.connectPath ?? '')?.call(this, request, reply);
    };
    const typeNames = new Set(methods.map(({ parent }) => parent.typeName));
    for (const url of [...typeNames].map(routeOf)) scope.route({ method: verb, url, config: { hasOtherPaths: true }, handler });
  });
}

type PluginOptions = Parameters<typeof fastifyConnectPlugin>[1];

const routeOf = (typeName: string) => `/${typeName}/:method`;

function requestedPath({ routeOptions, params }: FastifyRequest): string {
  const { method } = params as { method: string };
  return `${routeOptions.url?.slice(0, -':method'.length)}${method}`;
}

/** The handlers of the plugin by path. It would add a route for each method and verb, which takes longer than all routes of REST. */
function handlersOf(scope: FastifyInstance, options: PluginOptions): ReadonlyMap<string, RouteHandlerMethod> {
  const handlers = new Map<string, RouteHandlerMethod>();
  const all = (path: string, _: object, handler: RouteHandlerMethod) => handlers.set(path, handler);
  fastifyConnectPlugin(Object.create(scope, { all: { value: all } }), options, () => {});
  return handlers;
}

/** Of all calls: no method that platforms may call is marked for Connect's GET. */
const verb = 'POST';

/** Of unary calls by Connect and gRPC-Web. */
const acceptedType = /^application\/(proto|json(; ?charset=utf-?8)?|grpc-web(\+proto|\+json(; ?charset=utf-?8)?)?)$/i;

const bodyKey = createContextKey<ConnectBody | undefined>(undefined);
/** Set by the gate, which runs before the message is read. */
const admittedKey = createContextKey<Admitted | undefined>(undefined);

/** Address of the peer. */
const addressKey = createContextKey('');

/** Assumed size of a response: only the library knows the real one. */
const answerBytes = 1024 * 1024;

function serveOn(router: ConnectRouter, method: DescMethodUnary, options: ConnectOptions): void {
  const { dispatch, log, reading = readingRate } = options;
  const gate = gateOf(method, options);
  const path = pathOf(method);
  const step = { name: path.slice(1), attributes: { 'rpc.system.name': 'connectrpc', 'rpc.method': path.slice(1) } };
  const failed = (error: unknown, context: HandlerContext) => {
    const requestId = requestIdOf(context.requestHeader.get('x-request-id'));
    context.values.get(bodyKey)?.fail(error);
    return toRpcError(error, { requestId, path, log, isAborted: context.signal.aborted });
  };
  const requestGate = async (context: HandlerContext) => {
    try {
      const admitted = await gate(headersIn(context), context.values.get(addressKey));
      context.values.set(admittedKey, admitted);
      const body = context.values.get(bodyKey);
      body?.admit(admitted.caller);
    } catch (error) {
      throw failed(error, context);
    }
  };
  router.rpc(
    method,
    async (_standIn, context) => {
      const admitted = context.values.get(admittedKey);
      const body = context.values.get(bodyKey);
      const message = body?.message;
      if (!admitted || !message) throw new ConnectError('The call was not admitted.', Code.Internal);
      try {
        const headerOf = headersIn(context);
        const call = callOf({ admitted, headerOf, signal: context.signal, deadline: deadlineOf(context) });
        const dry = { method, caller: admitted.caller, header: headerOf(dryRunHeader) };
        if (isRequested(dry)) context.responseHeader.set(dryRunHeader, 'true');
        const answer = await entered(call, { step, isOwnProcess: false }, (entering) =>
          runArrived(dry, () => dispatch(method, message, entering)),
        );
        closeSlowReader(body.reply, answerBytes, reading);
        if (answer.replayed) context.responseHeader.set('idempotent-replayed', 'true');
        return answer.message;
      } catch (error) {
        throw failed(error, context);
      }
    },
    { requestGate },
  );
}

function headersIn({ requestHeader }: HandlerContext): HeaderOf {
  return (name) => requestHeader.get(name) ?? undefined;
}

function deadlineOf(context: HandlerContext): Date | undefined {
  const timeoutMs = context.timeoutMs();
  return timeoutMs === undefined ? undefined : new Date(wall.now().getTime() + timeoutMs);
}
