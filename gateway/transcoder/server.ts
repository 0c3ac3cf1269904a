// The HTTP server as the contract wants it, whatever the routes: request ids, bodies, refusals.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { requestIdOf } from '../../services/kit/call-headers.ts';
import { fail } from '../../services/kit/fail.ts';
import type { Log } from '../../services/kit/log.ts';
import { renderError } from '../errors.ts';

const bodyMaxBytes = 1024 * 1024;

/** Options for `fastify()`. Without them the framework answers some malformed requests by itself, and in its own words. */
export function serverOptions(log: Log): FastifyServerOptions {
  return {
    bodyLimit: bodyMaxBytes,
    exposeHeadRoutes: false,
    return503OnClosing: false, // the process stops listening before it closes
    requestIdHeader: false, // its `request-id` is the header of signed retries
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    routerOptions: { maxParamLength: 512 },
    requestTimeout: 300_000, // of a whole request: phones take minutes to upload a scan
    frameworkErrors: (error, request, reply) => {
      const toRender = (error.code as string) === 'FST_ERR_MAX_PARAM_LENGTH' ? noRoute() : error;
      sendError(log, toRender, { request, reply } as Exchange);
    },
    clientErrorHandler: (_error, socket) => refuseSocket(socket, log),
  };
}

/** Installs what every route shares. Call it before any route is registered. */
export async function installConventions(app: FastifyInstance, log: Log): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    const { error, json } = parseBody(String(text));
    done(error ?? null, json);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(bytes.length ? wrongType() : null, undefined);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done(request.is404 ? noRoute() : undefined); // before its body is read
  });
  app.setNotFoundHandler((request, reply) => sendError(log, noRoute(), { request, reply }));
  app.setErrorHandler((error, request, reply) => sendError(log, error, { request, reply }));
}

/** The refusal of a path that does not exist. */
export function noRoute() {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, 'There is no such route.');
}

/** The refusal of a body in a form that the route does not take. */
export function wrongType(expected = 'application/json') {
  return fail(ErrorCode.INVALID_INPUT, `The content type must be ${expected}.`);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function sendError(log: Log, error: unknown, { request, reply }: Exchange): void {
  const { status, headers, body } = renderError(error, { requestId: request.id, log });
  reply.code(status).headers(headers).send(body);
}

/** An empty body is an absent one, whatever its content type. */
function parseBody(text: string): { error?: Error; json?: unknown } {
  if (text === '') return {};
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { error: fail(ErrorCode.INVALID_INPUT, 'The body is not valid JSON.') };
  }
}

/** What the parser of HTTP itself refuses never becomes a request: the answer is written by hand. */
function refuseSocket(socket: Socket, log: Log): void {
  if (socket.destroyed || !socket.writable) return;
  const refusal = fail(ErrorCode.INVALID_INPUT, 'The request is not valid HTTP.');
  const { headers, body } = renderError(refusal, { requestId: randomUUID(), log });
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': String(Buffer.byteLength(body)) });
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
}
