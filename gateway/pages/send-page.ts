// How pages are sent, and what is sent in place of one that cannot be.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalFrom } from '../../services/kit/fail.ts';
import type { Log } from '../../services/kit/log.ts';
import type { Html } from './html.ts';
import { messagePage } from './layout.ts';

/** Nothing runs, nothing comes from elsewhere, and nobody learns the address. Where forms lead counts their redirects too. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: Html,
  { redirectUri }: { readonly redirectUri?: string | undefined } = {},
): FastifyReply {
  const target = redirectUri === undefined ? '' : ` https: ${new URL(redirectUri).origin}`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(page.text);
}

interface Failed {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly log: Log;
}

/** What a person is told of an error; an unexpected one is logged. */
export function sendError(error: unknown, { request, reply, log }: Failed): FastifyReply {
  const refusal = refusalFrom(error);
  if (refusal?.status === 404) return sendPage(reply, 404, unknownPage);
  if (refusal && refusal.status < 500)
    return sendPage(reply, refusal.status, messagePage('This cannot be done now', refusal.message));
  if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500) {
    return sendPage(reply, 400, messagePage('The form cannot be read', 'Go back and try again.'));
  }
  log.error({ err: error, requestId: request.id }, 'A page failed.');
  return sendPage(reply, 500, brokenPage);
}

const unknownPage = messagePage('There is no such page', 'Check that the whole address was copied, or ask for a new link.');
const brokenPage = messagePage('Something went wrong', 'It is not your fault. Try again in a moment.');
