// Sends pages, including pages for errors.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../services/kit/core/log.ts';
import { refusalFrom, waitOf } from '../../services/kit/messages/fail.ts';
import type { Html } from './html.ts';
import { messagePage } from './layout.ts';

interface Elsewhere {
  /** Where a form may redirect to. */
  readonly redirectUri?: string | undefined;
  /** An image on the page. */
  readonly logoUrl?: string | undefined;
  /** Content-Security-Policy of a page that needs another one. */
  readonly policy?: string;
  /** The origins of pages that may show this one in a frame. Default: none. */
  readonly framedBy?: readonly string[];
}

/** Without another policy, the page runs no scripts, loads only the platform's logo from other hosts, and sends no referrer. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: Html,
  { redirectUri, logoUrl, framedBy = [], policy }: Elsewhere = {},
): FastifyReply {
  const target = redirectUri === undefined ? '' : ` https: ${new URL(redirectUri).origin}`;
  const logo = logoUrl === undefined ? '' : ` ${new URL(logoUrl).origin}`;
  const frames = framedBy.join(' ') || "'none'";
  const strict = `default-src 'none'; style-src 'self'; img-src 'self'${logo}; form-action 'self'${target}; base-uri 'none'; frame-ancestors ${frames}`;
  if (framedBy.length > 0) reply.removeHeader('x-frame-options'); // it knows no lists of origins
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy ?? strict)
    .send(page.text);
}

interface Failed {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly log: Log;
}

/** The page for an error. Unexpected errors are logged. */
export function sendError(error: unknown, { request, reply, log }: Failed): FastifyReply {
  const refusal = refusalFrom(error);
  if (refusal?.status === 404) return sendPage(reply, 404, unknownPage);
  if (refusal && refusal.status !== 500) {
    const wait = waitOf(refusal);
    if (wait !== undefined) reply.header('retry-after', wait);
    return sendPage(reply, refusal.status, messagePage('This is not possible right now', refusal.message));
  }
  if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500) {
    return sendPage(reply, 400, messagePage('The form cannot be read', 'Go back and try again.'));
  }
  log.error({ err: error, requestId: request.id }, 'A page failed.');
  return sendPage(reply, 500, brokenPage);
}

const unknownPage = messagePage('Page not found', 'Check that you copied the complete address, or request a new link.');
const brokenPage = messagePage('Something went wrong', 'The problem is on our side. Try again in a moment.');
