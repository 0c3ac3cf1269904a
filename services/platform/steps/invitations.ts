// Steps shared by the operations on invitations: finding, showing and ending one.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { UmaInvitation } from '../../../gen/payments/platform/v1/invitation_pb.ts';
import { ahead, type Clock } from '../../kit/core/clock.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { PlatformContext } from '../context.ts';
import { toInvitation } from '../convert-invitation.ts';
import { type Ending, type Invitation, refusalToEnd } from '../domain/invitation.ts';
import type { PlatformRows } from '../store/store.ts';

/** The time of the platform that created an invitation. It decides when the invitation expires. */
export async function clockOf(invitation: Invitation, { caller, clock, store }: PlatformContext): Promise<Clock> {
  if (invitation.platformId === caller.platformId) return clock;
  const platform = await store.platforms.find(invitation.platformId);
  return ahead(clock, Number(platform?.clockOffsetMs ?? 0n) - caller.clockOffsetMs);
}

export async function show(invitation: Invitation, context: PlatformContext): Promise<UmaInvitation> {
  const clock = await clockOf(invitation, context);
  return toInvitation(invitation, { now: clock.now(), base: context.settings.publicUrl });
}

/** The invitation with a code, case-insensitive: the platform's own, because a fork has the codes of its original. Throws INVITATION_NOT_FOUND. */
export async function invitationOf(code: string, { caller, store }: PlatformContext): Promise<Invitation> {
  const name = code.toLowerCase();
  const own = await store.invitations.findOwn(caller.platformId, name);
  const invitation = own ?? (await store.invitations.find(name, caller.environment));
  if (!invitation) throw noInvitation(code);
  return invitation;
}

export function noInvitation(code: string): Refusal {
  return fail(ErrorCode.INVITATION_NOT_FOUND, `There is no invitation ${code}.`);
}

/**
 * Ends an invitation, if its platform's time allows, together with the writes of `andThen`. A repeated operation finds its own result.
 * Throws the refusal of an invitation that ended otherwise or has expired.
 */
export async function endInvitation(
  invitation: Invitation,
  { now, ending, andThen }: { now: Date; ending: Ending; andThen?: (rows: PlatformRows, ended: Invitation) => Promise<void> },
  { store }: PlatformContext,
): Promise<Invitation> {
  return store.write(async (rows) => {
    const found = await rows.invitations.lock(invitation);
    if (!found) throw noInvitation(invitation.code);
    if (found.ending?.operationId === ending.operationId) return found;
    const refusal = refusalToEnd(found, now);
    if (refusal) throw refusal;
    await rows.invitations.end(found, ending);
    const ended = { ...found, ending };
    await andThen?.(rows, ended);
    return ended;
  });
}
