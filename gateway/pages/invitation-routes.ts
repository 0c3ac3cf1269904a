// The page behind the link of an invitation: whether it is still open, and nothing of who invited whom.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvitationService, InvitationStatus } from '../../gen/payments/platform/v1/invitation_pb.ts';
import { callAs } from '../../services/kit/authenticator.ts';
import { clientOf } from '../../services/kit/clients.ts';
import type { Html } from './html.ts';
import type { PagesOptions } from './kyc-routes.ts';
import { messagePage } from './layout.ts';
import { sendError, sendPage } from './send-page.ts';

export function registerInvitationPages(app: FastifyInstance, { dispatch, log }: PagesOptions): void {
  const invitations = clientOf(InvitationService, dispatch);
  app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log }));
    pages.get('/i/:code', async ({ params, id }: FastifyRequest<{ Params: { code: string } }>, reply) => {
      const { status } = await invitations(callAs('gateway', id)).getInvitationStatus({ invitationCode: params.code });
      return sendPage(reply, status === InvitationStatus.PENDING ? 200 : 410, pageOf.get(status) ?? openPage);
    });
  });
}

const openPage = messagePage(
  'You are invited',
  'Somebody wants to send you money. Open this link in the app in which you hold an account, or give it this code: the end of the address.',
);

const pageOf = new Map<InvitationStatus, Html>([
  [InvitationStatus.PENDING, openPage],
  [InvitationStatus.CLAIMED, messagePage('This invitation was claimed', 'It can be used once, and somebody has.')],
  [InvitationStatus.CANCELLED, messagePage('This invitation was cancelled', 'Ask whoever sent it to you for a new one.')],
  [InvitationStatus.EXPIRED, messagePage('This invitation has expired', 'Ask whoever sent it to you for a new one.')],
]);
