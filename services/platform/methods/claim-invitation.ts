// ClaimInvitation: sets the address of the invited person and notifies the platform that created the invitation.
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { InvitationClaimedWebhookSchema, type InvitationService } from '../../../gen/payments/platform/v1/invitation_pb.ts';
import { eventMaker } from '../../kit/background/events.ts';
import { parseUmaOfPerson } from '../../kit/messages/uma-address.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { PlatformMethod } from '../context.ts';
import { toInvitation } from '../convert-invitation.ts';
import type { Ending } from '../domain/invitation.ts';
import { clockOf, endInvitation, invitationOf, show } from '../steps/invitations.ts';

type ClaimInvitation = PlatformMethod<typeof InvitationService.method.claimInvitation>;

export const claimInvitation: ClaimInvitation = async (request, context) => {
  const { text: inviteeUma } = parseUmaOfPerson(request.inviteeUma ?? '');
  const invitation = await invitationOf(request.invitationCode, context);
  if (inviteeUma === invitation.inviterUma)
    throw invalidInput([{ field: 'inviteeUma', message: 'must differ from the inviter’s address' }]);

  const clock = await clockOf(invitation, context);
  const now = clock.now();
  const ending: Ending = { status: 'CLAIMED', inviteeUma, claimedAt: now, operationId: context.operationId };
  const origin = { ...context, clock, caller: { ...context.caller, platformId: invitation.platformId } };
  const claimed = await endInvitation(
    invitation,
    {
      now,
      ending,
      andThen: (rows, ended) =>
        rows.outbox.add(
          claimedEvent(origin, {
            type: WebhookType.INVITATION_CLAIMED,
            resource: ended.code,
            sequence: 1n,
            customerId: ended.customerId,
            data: toInvitation(ended, { now, base: context.settings.publicUrl }),
          }),
        ),
    },
    context,
  );
  return show(claimed, context);
};

const claimedEvent = eventMaker(InvitationClaimedWebhookSchema);
