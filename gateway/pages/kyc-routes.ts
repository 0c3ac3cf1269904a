// The routes of the hosted page. Who has the token in the address acts for its customer, as far as the page goes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HostedVerification, HostedVerificationService } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { callAs } from '../../services/kit/authenticator.ts';
import type { Call, Dispatch } from '../../services/kit/call.ts';
import { clientOf } from '../../services/kit/clients.ts';
import type { Log } from '../../services/kit/log.ts';
import { knownValues } from './known-values.ts';
import { kycPage } from './kyc-page.ts';
import { messagePage, stylePath } from './layout.ts';
import { readForm } from './read-form.ts';
import { type Saved, saveForm } from './save-form.ts';
import { sendError, sendPage } from './send-page.ts';
import { objectionsIn, problemsOf } from './submit-problems.ts';

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
      const problems = new Map(problemsOf(objectionsIn(view), view));
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

const overPage = messagePage(
  'This link is used up',
  'It can be submitted once, within a day. Ask whoever sent it to you for a new one.',
);
const donePage = messagePage('Thank you', 'We have what we need. You can close this page.');

function sendOn(reply: FastifyReply, redirectUri: string | undefined): FastifyReply {
  if (redirectUri === undefined) return sendPage(reply, 200, donePage);
  return reply.code(303).header('location', new URL(redirectUri).href).header('cache-control', 'no-store').send();
}

const nothing = (): Saved => ({ problems: new Map(), left: new Map() });

/** What was typed, over what is known; but the numbers that identify somebody are not sent back. */
function shownAgain(left: ReadonlyMap<string, string>, view: HostedVerification): Map<string, string> {
  return new Map([...knownValues(view), ...[...left].filter(([name]) => !/(identifier|taxId|documentNumber)$/.test(name))]);
}
