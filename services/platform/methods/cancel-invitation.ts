// CancelInvitation: the platform that created an invitation cancels it.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { InvitationService } from '../../../gen/payments/platform/v1/invitation_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformMethod } from '../context.ts';
import { endInvitation, invitationOf, show } from '../steps/invitations.ts';

type CancelInvitation = PlatformMethod<typeof InvitationService.method.cancelInvitation>;

export const cancelInvitation: CancelInvitation = async ({ invitationCode }, context) => {
  const { caller, clock, operationId } = context;
  const invitation = await invitationOf(invitationCode, context);
  if (invitation.platformId !== caller.platformId)
    throw fail(ErrorCode.FORBIDDEN, 'Only the platform that created the invitation can cancel it.');
  const ending = { status: 'CANCELLED', operationId } as const;
  return show(await endInvitation(invitation, { now: clock.now(), ending }, context), context);
};
