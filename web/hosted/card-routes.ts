// The page of the sandbox's card issuer: the number, expiry and code of a test card, for a frame of its platform. It opens once.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CardRevealService, type RevealedCard } from '../../gen/payments/cards/v1/card_reveal_pb.ts';
import { callAs } from '../../services/kit/calls/authenticator.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { type Html, html } from './html.ts';
import type { PagesOptions } from './kyc-routes.ts';
import { layout } from './layout.ts';
import { sendError, sendPage } from './send-page.ts';

type CardRequest = FastifyRequest<{ Params: { platformId: string; token: string } }>;

export function registerCardPages(app: FastifyInstance, { dispatch, log }: Pick<PagesOptions, 'dispatch' | 'log'>): void {
  const reveals = clientOf(CardRevealService, dispatch);
  app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log }));
    // A HEAD request must not use up the page.
    pages.get('/card/:platformId/:token', { exposeHeadRoute: false }, async ({ params, id }: CardRequest, reply) => {
      const { card, allowedOrigins: framedBy } = await reveals(callAs('gateway', id)).openCardReveal(params);
      return sendPage(reply, card ? 200 : 410, card ? cardPage(card) : overPage, { framedBy });
    });
  });
}

const base = '../..';

function cardPage({ number, expMonth, expYear, code }: RevealedCard): Html {
  return layout(
    'Card details',
    html`<h1>Card details</h1>
      <dl class="facts">
        <dt>Card number</dt><dd>${number.replaceAll(/\d{4}(?=\d)/g, '$& ')}</dd>
        <dt>Expires</dt><dd>${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}</dd>
        <dt>Security code</dt><dd>${code}</dd>
      </dl>
      <p class="note">This is a test card of the sandbox. It cannot pay anywhere else.</p>`,
    { base },
  );
}

const overPage = layout(
  'Card details are no longer available',
  html`<h1>Card details are no longer available</h1>
    <p class="lead">They are shown once, within five minutes. Go back and request them again.</p>`,
  { base },
);
