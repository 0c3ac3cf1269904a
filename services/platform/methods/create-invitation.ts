// CreateInvitation: a customer of the calling platform invites a person without a UMA address.
import { randomBytes } from 'node:crypto';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { InvitationService } from '../../../gen/payments/platform/v1/invitation_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import { parseUmaOfPerson } from '../../kit/messages/uma-address.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { PlatformContext, PlatformMethod } from '../context.ts';
import { codeFrom, type Invitation } from '../domain/invitation.ts';
import type { Settings } from '../domain/platform.ts';
import { ownPlatform } from '../steps/find-platform.ts';
import { show } from '../steps/invitations.ts';

type CreateInvitation = PlatformMethod<typeof InvitationService.method.createInvitation>;
type Request = Parameters<CreateInvitation>[0];

export const createInvitation: CreateInvitation = async (request, context) => {
  const { caller, operationId, store } = context;
  const platform = await ownPlatform(context);
  if (!platform.offersInvitations)
    throw fail(ErrorCode.INVITATIONS_NOT_CONFIGURED, 'Invitations are not enabled for this platform.');
  const invitation = await invitationIn(request, context);
  refuseBeyondBounds(invitation, platform.settings);

  const made = await store.write(async (rows) => {
    const before = await rows.invitations.findById(caller.platformId, operationId);
    if (!before) await rows.invitations.insert(invitation, caller.environment);
    return before ?? invitation;
  });
  return show(made, context);
};

/** Validates a request. Throws its errors. */
async function invitationIn(request: Request, context: PlatformContext): Promise<Invitation> {
  const { caller, clock, clients, operationId } = context;
  const { text: inviterUma } = parseUmaOfPerson(request.inviterUma ?? '');
  const { firstName, amountToSend } = request;
  const now = clock.now();
  const expiresAt = request.expiresAt && timestampDate(request.expiresAt);
  if (expiresAt && expiresAt <= now) throw invalidInput([{ field: 'expiresAt', message: 'must be in the future' }]);
  if (amountToSend !== undefined && amountToSend <= 0n) throw fail(ErrorCode.INVALID_AMOUNT, 'amountToSend must be above zero.');

  const { holder } = await clients.umaAddresses.findUmaHolder({ umaAddress: inviterUma });
  if (holder?.platformId !== caller.platformId)
    throw invalidInput([{ field: 'inviterUma', message: 'is not the UMA address of a customer of this platform' }]);
  return {
    id: operationId,
    code: await freeCode(context),
    platformId: caller.platformId,
    customerId: uuidIn(holder.customerId),
    inviterUma,
    firstName,
    amountToSend,
    currency: holder.currencies[0] ?? 'USD',
    ending: undefined,
    createdAt: now,
    expiresAt,
  };
}

async function freeCode({ caller, store }: PlatformContext): Promise<string> {
  for (;;) {
    const code = codeFrom(randomBytes(5));
    if (await store.invitations.claimCode(code, caller.platformId)) return code;
  }
}

/** A currency that is no longer enabled has no limits, because no money moves. */
function refuseBeyondBounds({ amountToSend: amount, currency }: Invitation, { supportedCurrencies }: Settings): void {
  const bounds = supportedCurrencies.find(({ currencyCode }) => currencyCode === currency);
  if (amount === undefined || !bounds) return;
  const { minAmount: min = 1n, maxAmount: max = amount } = bounds;
  if (amount >= min && amount <= max) return;
  const details = { min: Number(min), max: Number(max), currency };
  throw fail(ErrorCode.AMOUNT_OUT_OF_RANGE, `The amount must be between ${min} and ${max} ${currency}.`, details);
}
