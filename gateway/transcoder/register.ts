// Registers the compiled routes on the HTTP server. Each handler is a closure over compiled parts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { Authentication, type OperatorRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { admissionOf, agentOperationOf, type Connected } from '../../services/kit/calls/admission.ts';
import { traceOf } from '../../services/kit/calls/call-headers.ts';
import { dryRunHeader, isRequested, runArrived } from '../../services/kit/calls/dry-runs.ts';
import { atFirstUse } from '../../services/kit/core/at-first-use.ts';
import type { Call, Dispatch } from '../../services/kit/core/call.ts';
import { anonymous, type Caller } from '../../services/kit/core/caller.ts';
import { currentSpan, entered, type Step } from '../../services/kit/core/tracing.ts';
import type { Check } from '../../services/kit/messages/check.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import { holdMessage } from '../../services/kit/messages/held-memory.ts';
import type { SendPart } from '../../services/kit/messages/large-file.ts';
import { heldUntilAnswered } from '../../services/kit/messages/request-body.ts';
import { refuserOf } from '../../services/kit/messages/validate.ts';
import { pathOf } from '../../services/kit/rpc/gate.ts';
import { jsonType } from '../errors.ts';
import { isForOperators, maskerOf } from '../operator-reads.ts';
import { digestOf } from './body-digest.ts';
import type { Route } from './compile.ts';
import { type CoveredPath, coveredPaths } from './covered-paths.ts';
import { followerOf, wantsEvents } from './follow.ts';
import { compileForm } from './multipart.ts';
import { type Arrival, compileRequest, type Read } from './request.ts';
import { compileResponse, type Write } from './response.ts';
import { noRoute, refusedVerb, wrongType } from './server.ts';
import { toRouterPath } from './template.ts';
import { judgeUnknown } from './unknown-fields.ts';

export interface RestOptions {
  readonly routes: readonly Route[];
  /** Checks of the services of the routes. */
  readonly checks: readonly Check[];
  /** The version prefix of every path: `/2025-10-13`. */
  readonly prefix: string;
  /** Authenticates callers of operations that are not public, by the scheme of the operation. Undefined, or a thrown refusal, is a 401. */
  readonly authenticate: (request: FastifyRequest, agentOperation: string | undefined) => Promise<Caller | undefined>;
  readonly dispatch: Dispatch;
  /** Absent: no provider is. */
  readonly connected?: Connected;
  /** Refuses callers that call too often. Public methods limit their own failures, because their callers are unknown. */
  readonly limit?: (caller: Caller) => void | Promise<void>;
}

/**
 * Order of refusals: route, authentication, permission and environment, rate, then shape and rules together. Bodies are compiled at the first
 * request of a route: a start would take longer for all, and no process serves all.
 */
export function registerRoutes(app: FastifyInstance, options: RestOptions): void {
  const { routes } = options;
  app.decorateRequest('caller', undefined);
  app.decorateRequest('answered', undefined);
  const mask = maskerOf(routes);
  for (const route of routes) registerRoute(app, route, { ...options, mask });
  for (const covered of coveredPaths(routes)) refuseVerbs(app, covered, options.prefix);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The RPC of the route: `payments.customers.v1.CustomerService/GetCustomer`. */
    rpc?: string;
    /** What an operator needs to read through the route. Absent: operators may not call it. */
    operatorRule?: OperatorRule | undefined;
  }
  interface FastifyRequest {
    /** Set by the authentication hook. */
    caller: Caller | undefined;
    /** The body of the response, if it has succeeded: JSON as in `Answer`. */
    answered: object | undefined;
  }
}

interface RouteOptions extends RestOptions {
  /** The body of a response to an operator. */
  readonly mask: (body: object) => string;
}

function registerRoute(app: FastifyInstance, route: Route, options: RouteOptions): void {
  app.route({
    method: route.verb,
    url: options.prefix + toRouterPath(route.path),
    config: {
      rpc: pathOf(route.method).slice(1),
      isForAgents: agentOperationOf(route.method) !== undefined,
      operatorRule: isForOperators(route) ? route.rule.operator : undefined,
    },
    onRequest: doorkeeper(route, options),
    handler: handlerOf(route, options),
  });
}

/** All refusals before the body is read. */
function doorkeeper({ method, rule, verb }: Route, { authenticate, connected, limit }: RestOptions) {
  const admit = admissionOf(method, connected);
  const agentOperation = agentOperationOf(method);
  const isOpen = rule.authentication === Authentication.NONE;
  return async (request: FastifyRequest, { raw }: FastifyReply) => {
    refuseEmptySegment(request);
    const caller = isOpen ? anonymous : await authenticate(request, agentOperation);
    if (!caller) throw fail(ErrorCode.UNAUTHORIZED, 'The credentials are missing or wrong.');
    request.caller = caller;
    admit(caller);
    if (limit && !isOpen) await limit(caller);
    if (verb !== 'GET') request.held = heldUntilAnswered(raw, holdMessage(isOpen ? request.clientAddress : caller.platformId));
  };
}

function handlerOf(route: Route, { checks, dispatch, prefix, authenticate, mask }: RouteOptions) {
  const { method, rule } = route;
  const link = rule.successor && `<${prefix}${rule.successor}>; rel="successor-version"`;
  const reader = atFirstUse(() => readerOf(route));
  const refuse = refuserOf(method.input, checks);
  const writer = atFirstUse(() => compileResponse(route));
  const write: Write = (message) => writer.use()(message);
  const follow = rule.follow ? followerOf({ method, dispatch, write, authenticate }) : undefined;
  const handle = async (request: FastifyRequest, reply: FastifyReply, call: Call) => {
    if (link) reply.headers({ deprecation: 'true', link });
    const { message, decoded, idempotencyKey } = await reader.use()(request, (other, part) => dispatch(other, part, call));
    const warning = judgeUnknown(decoded.problems, request.headers);
    if (warning !== undefined) reply.header('warning', warning);
    const refusal = refuse(message, decoded);
    if (refusal) throw refusal;
    if (follow && wantsEvents(request)) return follow({ request, reply, call, message });

    const answer = await dispatch(method, message, keyed(call, idempotencyKey, request.body));

    const { status, body, json } = write(answer.message);
    request.answered = json;
    reply.code(status);
    currentSpan()?.note({ 'http.response.status_code': status });
    if (answer.replayed) reply.header('idempotent-replayed', 'true');
    if (body === undefined) return reply.send();
    reply.header('content-type', jsonType);
    return call.caller.operatorId === undefined || !json ? body : mask(json);
  };
  const step = stepOf(route);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const header = request.headers[dryRunHeader];
    if (isRequested({ method, header })) reply.header(dryRunHeader, 'true');
    return entered(callOf(request, reply), { step, isOwnProcess: false }, (call) =>
      runArrived({ method, caller: call.caller, header }, () => handle(request, reply, call)),
    );
  };
}

/** No body equals an empty one. */
function keyed(call: Call, idempotencyKey: string | undefined, body: unknown): Call {
  return idempotencyKey === undefined ? call : { ...call, idempotencyKey, bodyDigest: digestOf(body ?? {}) };
}

function stepOf({ verb, path, method }: Route): Step {
  const template = toRouterPath(path);
  const attributes = { 'http.request.method': verb, 'http.route': template, 'rpc.method': pathOf(method).slice(1) };
  return { name: `${verb} ${template}`, attributes };
}

function readerOf(route: Route): (request: FastifyRequest, forward: SendPart) => Read | Promise<Read> {
  if (route.rule.multipart) return compileForm(route);
  const read = compileRequest(route);
  return (request) => {
    if (request.isMultipart()) throw wrongType();
    return read(request as Arrival);
  };
}

function callOf(request: FastifyRequest, reply: FastifyReply): Call {
  return {
    caller: request.caller ?? anonymous,
    requestId: request.id,
    signal: signalOf(reply),
    address: request.clientAddress,
    admitted: true,
    ...traceOf(request.headers.traceparent),
  };
}

/** Aborts if the client disconnects before the response. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Verbs of operations. */
const allVerbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses the other verbs of a path that another path covers: the router would answer them by that one. `server.ts` refuses the verbs of all
 * other paths, which have no route.
 */
function refuseVerbs(app: FastifyInstance, { path, verbs }: CoveredPath, prefix: string): void {
  app.route({
    method: allVerbs.filter((verb) => !verbs.includes(verb)),
    url: prefix + toRouterPath(path),
    config: { hasOtherPaths: true },
    onRequest: async (request, reply) => {
      refuseEmptySegment(request);
      throw refusedVerb(reply, verbs);
    },
    handler: () => undefined,
  });
}

/** The router lets a variable match an empty segment: `/customers/` is no customer. */
function refuseEmptySegment(request: FastifyRequest): void {
  const params = request.params as Record<string, string>;
  for (const name in params) if (params[name] === '') throw noRoute(request);
}
