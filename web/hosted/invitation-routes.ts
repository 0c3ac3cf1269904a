// The page of an invitation: its state, its code and its platform, without names.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Brand } from '../../gen/payments/common/v1/brand_pb.ts';
import { InvitationService, InvitationStatus } from '../../gen/payments/platform/v1/invitation_pb.ts';
import { callAs } from '../../services/kit/calls/authenticator.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { type Html, html } from './html.ts';
import type { PagesOptions } from './kyc-routes.ts';
import { layout, messagePage } from './layout.ts';
import { sendError, sendPage } from './send-page.ts';

export function registerInvitationPages(app: FastifyInstance, { dispatch, log }: PagesOptions): void {
  const invitations = clientOf(InvitationService, dispatch);
  app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log }));
    pages.get('/i/:code', async ({ params, id }: FastifyRequest<{ Params: { code: string } }>, reply) => {
      const invitationCode = params.code.toLowerCase();
      const { status, brand } = await invitations(callAs('gateway', id)).getInvitationStatus({ invitationCode });
      const ended = endedPages.get(status);
      const page = ended ? messagePage(ended.title, ended.text, brand) : openPage(invitationCode, brand);
      return sendPage(reply, ended ? 410 : 200, page, { logoUrl: brand?.logoUrl });
    });
  });
}

function openPage(code: string, brand: Brand | undefined): Html {
  return layout(
    'You are invited',
    html`<h1>You are invited</h1>
      <p class="lead">Someone wants to send you money. Open this link in the app where you have an account, or enter this code there:</p>
      <p class="code"><code>${code}</code></p>`,
    { brand },
  );
}

const endedPages = new Map<InvitationStatus, { readonly title: string; readonly text: string }>([
  [InvitationStatus.CLAIMED, { title: 'This invitation was already used', text: 'Each invitation can be used only once.' }],
  [
    InvitationStatus.CANCELLED,
    { title: 'This invitation was cancelled', text: 'Ask the person who sent it to you for a new one.' },
  ],
  [InvitationStatus.EXPIRED, { title: 'This invitation has expired', text: 'Ask the person who sent it to you for a new one.' }],
]);
