// GetInvitationStatus: the content of an invitation's page, for anonymous visitors.
import { type InvitationService, InvitationStatus } from '../../../gen/payments/platform/v1/invitation_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { toBrand } from '../convert.ts';
import { statusAt } from '../domain/invitation.ts';
import { clockOf, noInvitation } from '../steps/invitations.ts';

type GetInvitationStatus = PlatformMethod<typeof InvitationService.method.getInvitationStatus>;

export const getInvitationStatus: GetInvitationStatus = async ({ invitationCode }, context) => {
  const invitation = await context.store.invitations.find(invitationCode.toLowerCase());
  if (!invitation) throw noInvitation(invitationCode);
  const clock = await clockOf(invitation, context);
  const inviting = await context.store.platforms.find(invitation.platformId);
  return { status: InvitationStatus[statusAt(invitation, clock.now())], ...(inviting && { brand: toBrand(inviting) }) };
};
