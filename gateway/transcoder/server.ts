// The HTTP server with the conventions of the contract: request ids, bodies, refusals.
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { requestIdOf } from '../../services/kit/calls/call-headers.ts';
import { ConnectionCut } from '../../services/kit/calls/faults.ts';
import type { Log } from '../../services/kit/core/log.ts';
import { dropRest } from '../../services/kit/messages/dropped-bodies.ts';
import { fail, type Refusal } from '../../services/kit/messages/fail.ts';
import type { HeldMemory } from '../../services/kit/messages/held-memory.ts';
import { waitFor } from '../../services/kit/messages/large-messages.ts';
import { declaredBytesOf, readBody } from '../../services/kit/messages/request-body.ts';
import { renderError } from '../errors.ts';
import { countJsonFields } from '../json-bounds.ts';
import { type AnswerHeaders, answerHeaders } from './answer-headers.ts';
import { KnownPaths } from './known-paths.ts';
import { closeSlowReader, type ReadingRate, readingRate } from './slow-clients.ts';

const bodyMaxBytes = 1024 * 1024;

export interface Conventions {
  readonly log: Log;
  /** The version prefix of operations: `/2025-10-13`. */
  readonly prefix: string;
  /** Public URL of the installation. */
  readonly publicUrl: string;
  readonly reading?: ReadingRate;
}

declare module 'fastify' {
  interface FastifyInstance {
    knownPaths: KnownPaths;
  }
  interface FastifyContextConfig {
    /** The route requires the credential of an agent. */
    isForAgents?: boolean;
    /** The paths of the route are not known by its URL. */
    hasOtherPaths?: boolean;
  }
  interface FastifyRequest {
    /** Counts the memory of the body. Set when the caller is admitted; undefined for requests that must not have a body. */
    held: HeldMemory | undefined;
    /** Of the response, if it is an error. */
    errorCode: string | undefined;
  }
}

/** Options for `fastify()`. Without them the framework answers some malformed requests itself. */
export function serverOptions({ log, publicUrl }: Conventions): FastifyServerOptions {
  const common = answerHeaders(publicUrl);
  return {
    return503OnClosing: false, // the process stops listening before it closes
    requestIdHeader: false, // `request-id` is the header of signed retries
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    routerOptions: { maxParamLength: 1_364 }, // the longest id: a passkey's, 1,023 bytes in base64url
    requestTimeout: 300_000, // for a complete request: phones take minutes to upload a scan
    frameworkErrors: (error, request, reply) => {
      const toRender = (error.code as string) === 'FST_ERR_MAX_PARAM_LENGTH' ? noRoute(request as FastifyRequest) : error;
      sendError(log, toRender, { request, reply: reply.headers(common) } as Exchange);
    },
    clientErrorHandler: (_error, socket) => refuseSocket(socket, log, common),
  };
}

/** Installs what all routes share. Must be called before any route is registered. */
export async function installConventions(app: FastifyInstance, conventions: Conventions): Promise<void> {
  const { log, prefix, publicUrl, reading = readingRate } = conventions;
  const common = answerHeaders(publicUrl);
  app.decorate('knownPaths', new KnownPaths(prefix));
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.hasOtherPaths) app.knownPaths.add(url, [method].flat());
  });
  await app.register(multipart, { throwFileSizeLimit: false });
  app.decorateRequest('held', undefined);
  app.decorateRequest('errorCode', undefined);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', (request: FastifyRequest, source: IncomingMessage) => parseBody(request, source));
  app.addContentTypeParser('*', (request: FastifyRequest, source: IncomingMessage) => refuseBody(request, source));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(common).header('x-request-id', request.id);
    dropUnread(request, reply);
    done(request.is404 ? notServed(request, reply) : wrongHeader(request)); // before the body is read
  });
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange)); // otherwise Node.js answers
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) closeSlowReader(reply, payload.length, reading);
    done(null, payload);
  });
  app.setNotFoundHandler((request, reply) => sendError(log, noRoute(request), { request, reply }));
  app.setErrorHandler((error, request, reply) => sendError(log, error, { request, reply }));
}

/** Drops what is left of the body when the response ends. Otherwise Node.js would read all of it at once. */
function dropUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('prefinish', () => {
    if (raw.complete === false) dropRest(raw); // undefined for requests that this process makes itself
  });
}

/** The refusal of a request without a route. */
function notServed(request: FastifyRequest, reply: FastifyReply): Refusal {
  const verbs = request.server.knownPaths.verbsOf(request.url);
  return verbs.length > 0 ? refusedVerb(reply, verbs) : noRoute(request);
}

/** The refusal of a verb that a path does not support. */
export function refusedVerb(reply: FastifyReply, verbs: readonly string[]): Refusal {
  const allow = verbs.toSorted().join(', ');
  reply.header('allow', allow);
  return fail(ErrorCode.METHOD_NOT_ALLOWED, `This path supports ${allow}.`);
}

/** The refusal of an unknown path. */
export function noRoute({ server, method, url }: FastifyRequest): Refusal {
  return server.knownPaths.refusalOf(method, url);
}

/** The refusal of a header that is repeated, because a proxy may have read the other one, or that HTTP does not accept. */
function wrongHeader({ raw }: FastifyRequest): Refusal | undefined {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = singleHeaders.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined) return fail(ErrorCode.INVALID_INPUT, `The header ${repeated} must not be repeated.`);
  const { host, expect = continuing } = raw.headers;
  if (host === undefined && raw.httpVersion === '1.1') return fail(ErrorCode.INVALID_INPUT, 'The header host must be present.');
  return expect.toLowerCase() === continuing
    ? undefined
    : fail(ErrorCode.INVALID_INPUT, `The header expect must be ${continuing}.`);
}

const continuing = '100-continue';

const singleHeaders = ['host', 'authorization'];

/** The refusal of a body with an unsupported content type. */
export function wrongType(expected = 'application/json') {
  return fail(ErrorCode.INVALID_INPUT, `The content type must be ${expected}.`);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function sendError(log: Log, error: unknown, { request, reply }: Exchange): void {
  if (error instanceof ConnectionCut) {
    reply.hijack();
    return void request.raw.socket.destroy();
  }
  const { isForAgents = false } = request.routeOptions.config ?? {};
  const { status, code, headers, body } = renderError(error, { requestId: request.id, isForAgents, log });
  request.errorCode = code;
  if (!request.raw.complete) reply.removeHeader('connection'); // the framework would close it before the client has sent the body
  const links = [reply.getHeader('link'), headers.link].filter((link) => link !== undefined);
  reply
    .code(status)
    .headers({ ...headers, link: links.join(', ') })
    .send(body);
}

/** An empty body counts as absent, whatever its content type. Its content is limited before objects are created. */
async function parseBody({ caller, held }: FastifyRequest, source: IncomingMessage): Promise<unknown> {
  if (!held) throw wrongType();
  const declaredBytes = declaredBytesOf(source);
  const bytes = await readBody(source, {
    declaredBytes,
    bytesMax: bodyMaxBytes,
    tooLarge,
    held,
    refuseBeginning: countJsonFields,
  });
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw fail(ErrorCode.INVALID_INPUT, 'The body is not valid UTF-8.');
  await waitFor(caller?.platformId ?? '', countJsonFields(bytes));
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw fail(ErrorCode.INVALID_INPUT, 'The body is not valid JSON.');
  }
}

const tooLarge = () => fail(ErrorCode.INVALID_INPUT, 'The body is larger than 1 MiB.');

/** Bodies of types that no route accepts must be empty. */
async function refuseBody({ held }: FastifyRequest, source: IncomingMessage): Promise<undefined> {
  if (!held) throw wrongType();
  await readBody(source, { declaredBytes: declaredBytesOf(source), bytesMax: 0, tooLarge: wrongType, held });
}

/** Requests that the HTTP parser refuses never reach the framework, so the response is written here. */
function refuseSocket(socket: Socket, log: Log, common: AnswerHeaders): void {
  if (socket.destroyed || !socket.writable) return;
  const refusal = fail(ErrorCode.INVALID_INPUT, 'The request is not valid HTTP.');
  const { headers, body } = renderError(refusal, { requestId: randomUUID(), log });
  const lines = Object.entries({ ...common, ...headers, connection: 'close', 'content-length': String(Buffer.byteLength(body)) });
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
}
