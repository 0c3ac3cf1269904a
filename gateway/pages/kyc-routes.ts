// The routes of the hosted page. Who has the token in the address acts for its customer, as far as the page goes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HostedVerification, HostedVerificationService } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { type VerificationError, VerificationErrorType } from '../../gen/payments/customers/v1/verification_pb.ts';
import { callAs } from '../../services/kit/authenticator.ts';
import type { Call, Dispatch } from '../../services/kit/call.ts';
import { clientOf } from '../../services/kit/clients.ts';
import { refusalFrom } from '../../services/kit/fail.ts';
import type { Log } from '../../services/kit/log.ts';
import type { Html } from './html.ts';
import { knownValues } from './known-values.ts';
import { kycPage } from './kyc-page.ts';
import { messagePage, stylePath } from './layout.ts';
import { readForm } from './read-form.ts';
import { type Saved, saveForm } from './save-form.ts';
import { problemsOf } from './submit-problems.ts';

export interface PagesOptions {
  readonly dispatch: Dispatch;
  readonly log: Log;
}

type TokenRequest = FastifyRequest<{ Params: { token: string }; Querystring: { saved?: string } }>;

export function registerKycPages(app: FastifyInstance, { dispatch, log }: PagesOptions): void {
  const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8');
  const hosted = clientOf(HostedVerificationService, dispatch);
  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => done(null, body));
    pages.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log }));
    pages.get(stylePath, async (_, reply) => reply.type('text/css').header('cache-control', 'public, max-age=3600').send(style));

    pages.get('/kyc/:token', async (request: TokenRequest, reply) => {
      const { view } = await open(request);
      if (view.isOver) return sendPage(reply, 410, overPage);
      const problems = new Map(problemsOf(view.errors.filter(isObjection), view));
      return sendPage(reply, 200, kycPage({ view, problems, isSaved: request.query.saved !== undefined }), view);
    });

    pages.post('/kyc/:token', async (request: TokenRequest, reply) => {
      const { token } = request.params;
      if ((await open(request)).view.isOver) return sendPage(reply, 410, overPage); // before anything of the body is read
      const form = await readForm(request);
      const { call, view } = await open(request); // a body takes its time, and somebody may have submitted meanwhile
      if (view.isOver) return sendPage(reply, 410, overPage);
      const { problems, left } = view.isSettled ? nothing() : await saveForm({ view, form, dispatch, call });
      if (problems.size === 0 && form.values.get('intent') === 'save') return reply.code(303).header('location', '?saved').send();
      const submitted = problems.size === 0 ? await hosted(call).submitHostedVerification({ token }) : undefined;
      if (submitted?.isOver) return sendPage(reply, 410, overPage);
      if (submitted && submitted.errors.length === 0) return sendOn(reply, submitted.redirectUri);
      const { view: now } = await open(request);
      for (const [name, message] of problemsOf(submitted?.errors ?? [], now)) problems.set(name, message);
      return sendPage(reply, 422, kycPage({ view: now, values: shownAgain(left, now), problems }), now);
    });

    const open = async ({ params: { token }, id }: TokenRequest): Promise<{ call: Call; view: HostedVerification }> => {
      const asNobody = callAs('gateway', id);
      const { platformId, environment, clockOffsetMs } = await hosted(asNobody).findKycLink({ token });
      const offset = {
        environment: environment === 'production' ? 'production' : 'sandbox',
        clockOffsetMs: Number(clockOffsetMs),
      } as const;
      const call = { ...asNobody, caller: { ...asNobody.caller, platformId, ...offset } };
      return { call, view: await hosted(call).getHostedVerification({ token }) };
    };
  });
}

/** What is typed already, and wrong, is told before anything is sent. */
const isObjection = ({ type }: VerificationError) => type === VerificationErrorType.INVALID_FIELD;

const overPage = messagePage(
  'This link is used up',
  'It can be submitted once, within a day. Ask whoever sent it to you for a new one.',
);
const unknownPage = messagePage('There is no such page', 'Check that the whole address was copied, or ask for a new link.');
const brokenPage = messagePage('Something went wrong', 'It is not your fault. Try again in a moment.');
const donePage = messagePage('Thank you', 'We have what we need. You can close this page.');

function sendOn(reply: FastifyReply, redirectUri: string | undefined): FastifyReply {
  if (redirectUri === undefined) return sendPage(reply, 200, donePage);
  return reply.code(303).header('location', new URL(redirectUri).href).header('cache-control', 'no-store').send();
}

/** Nothing runs, nothing comes from elsewhere, and nobody learns the address. Where forms lead counts their redirects too. */
function sendPage(
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

function sendError(error: unknown, { request, reply, log }: Failed): FastifyReply {
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

const nothing = (): Saved => ({ problems: new Map(), left: new Map() });

/** What was typed, over what is known; but the numbers that identify somebody are not sent back. */
function shownAgain(left: ReadonlyMap<string, string>, view: HostedVerification): Map<string, string> {
  return new Map([...knownValues(view), ...[...left].filter(([name]) => !/(identifier|taxId|documentNumber)$/.test(name))]);
}
