// GetInvitation: returns an invitation of any platform.
import type { InvitationService } from '../../../gen/payments/platform/v1/invitation_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { invitationOf, show } from '../steps/invitations.ts';

type GetInvitation = PlatformMethod<typeof InvitationService.method.getInvitation>;

export const getInvitation: GetInvitation = async ({ invitationCode }, context) =>
  show(await invitationOf(invitationCode, context), context);
