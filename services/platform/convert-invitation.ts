// Converts invitations to messages.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { InvitationStatus, type UmaInvitation, UmaInvitationSchema } from '../../gen/payments/platform/v1/invitation_pb.ts';
import { currencyMessage } from '../kit/core/currencies.ts';
import { type Invitation, statusAt } from './domain/invitation.ts';

/** An invitation at a time of its own platform's clock. `base` is the prefix of invitation links. */
export function toInvitation(invitation: Invitation, { now, base }: { now: Date; base: string }): UmaInvitation {
  const { code, inviterUma, firstName, amountToSend, currency, ending, createdAt, expiresAt } = invitation;
  const claim = ending?.status === 'CLAIMED' ? ending : undefined;
  const message: MessageInitShape<typeof UmaInvitationSchema> = {
    code,
    url: `${base}/i/${code}`,
    inviterUma,
    status: InvitationStatus[statusAt(invitation, now)],
    createdAt: timestampFromDate(createdAt),
    ...(firstName !== undefined && { firstName }),
    ...(amountToSend !== undefined && { amountToSend: { amount: amountToSend, currency: currencyMessage(currency) } }),
    ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
    ...(claim && { inviteeUma: claim.inviteeUma, claimedAt: timestampFromDate(claim.claimedAt) }),
  };
  return create(UmaInvitationSchema, message);
}
