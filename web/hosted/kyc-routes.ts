// The routes of the hosted page. The holder of the token in the address acts for its customer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '../../gen/payments/common/v1/brand_pb.ts';
import { type HostedVerification, HostedVerificationService } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { callAs } from '../../services/kit/calls/authenticator.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import type { Call, Dispatch } from '../../services/kit/core/call.ts';
import type { Log } from '../../services/kit/core/log.ts';
import type { Check } from '../../services/kit/messages/check.ts';
import { boundedMemory } from '../../services/kit/messages/held-memory.ts';
import { heldUntilAnswered } from '../../services/kit/messages/request-body.ts';
import { knownValues } from './known-values.ts';
import { kycPage } from './kyc-page.ts';
import { messagePage } from './layout.ts';
import { readForm, readTyped } from './read-form.ts';
import { type Saved, saveForm } from './save-form.ts';
import { sendError, sendPage } from './send-page.ts';
import { objectionsIn, problemsOf } from './submit-problems.ts';

export interface PagesOptions {
  readonly dispatch: Dispatch;
  readonly log: Log;
}

export interface KycPagesOptions extends PagesOptions {
  /** Called services. */
  readonly checks: readonly Check[];
}

interface Opened {
  readonly call: Call;
  readonly view: HostedVerification;
  readonly brand: Brand | undefined;
}

type TokenRequest = FastifyRequest<{ Params: { token: string }; Querystring: { saved?: string } }>;

export function registerKycPages(app: FastifyInstance, { dispatch, checks, log }: KycPagesOptions): void {
  const hosted = clientOf(HostedVerificationService, dispatch);
  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', readTyped);
    pages.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log }));

    pages.get('/kyc/:token', async (request: TokenRequest, reply) => {
      const { view, brand } = await open(request);
      if (view.isOver) return sendPage(reply, 410, overPage);
      const problems = new Map(problemsOf(objectionsIn(view), view));
      const page = kycPage({ view, brand, problems, isSaved: request.query.saved !== undefined });
      return sendPage(reply, 200, page, { ...view, ...brand });
    });

    const admit = async (request: TokenRequest, reply: FastifyReply) => {
      const { view, call } = await open(request);
      if (view.isOver) return sendPage(reply, 410, overPage);
      request.held = heldUntilAnswered(reply.raw, holdForm(call.caller.platformId));
    };

    pages.post('/kyc/:token', { onRequest: admit }, async (request: TokenRequest, reply) => {
      const { token } = request.params;
      const form = await readForm(request);
      const { call, view, brand } = await open(request); // someone may have submitted while the body arrived
      if (view.isOver) return sendPage(reply, 410, overPage);
      const { problems, left, kept } = view.isSettled ? nothing() : await saveForm({ view, form, dispatch, checks, call });
      if (problems.size === 0 && form.values.get('intent') === 'save') return reply.code(303).header('location', '?saved').send();
      const submitted = problems.size === 0 ? await hosted(call).submitHostedVerification({ token }) : undefined;
      if (submitted?.isOver) return sendPage(reply, 410, overPage);
      if (submitted && submitted.errors.length === 0) return sendOn(reply, submitted.redirectUri, brand);
      const { view: now } = await open(request);
      for (const [name, message] of problemsOf(submitted?.errors ?? [], now)) problems.set(name, message);
      const page = kycPage({ view: now, brand, values: shownAgain(left, now), files: kept, problems });
      return sendPage(reply, 422, page, { ...now, ...brand });
    });

    const open = async ({ params: { token }, id }: TokenRequest): Promise<Opened> => {
      const asNobody = callAs('gateway', id);
      const { platformId, environment, clockOffsetMs, brand } = await hosted(asNobody).findKycLink({ token });
      const offset = {
        environment: environment === 'production' ? 'production' : 'sandbox',
        clockOffsetMs: Number(clockOffsetMs),
      } as const;
      const call = { ...asNobody, caller: { ...asNobody.caller, platformId, ...offset } };
      return { call, view: await hosted(call).getHostedVerification({ token }), brand };
    };
  });
}

/** Memory of open forms by platform. One form may contain files of 100 MiB. */
const holdForm = boundedMemory({ ofHolderBytes: 128 * 1024 * 1024, inAllBytes: 256 * 1024 * 1024 });

const overPage = messagePage(
  'This link is no longer valid',
  'Each link can be used once, within 24 hours. Ask the company that sent it to you for a new one.',
);
const donePage = (brand: Brand | undefined) =>
  messagePage('Thank you', 'We have everything we need. You can close this page.', brand);

function sendOn(reply: FastifyReply, redirectUri: string | undefined, brand: Brand | undefined): FastifyReply {
  if (redirectUri === undefined) return sendPage(reply, 200, donePage(brand), { logoUrl: brand?.logoUrl });
  return reply.code(303).header('location', new URL(redirectUri).href).send();
}

const nothing = (): Saved => ({ problems: new Map(), left: new Map(), kept: new Map() });

/** Typed values over known ones. Identification numbers are not sent back. */
function shownAgain(left: ReadonlyMap<string, string>, view: HostedVerification): Map<string, string> {
  return new Map([...knownValues(view), ...[...left].filter(([name]) => !/(identifier|taxId|documentNumber)$/.test(name))]);
}
