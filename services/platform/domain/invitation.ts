// Invitations: their states, transitions and codes.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';

export interface Invitation {
  /** uuid. */
  readonly id: string;
  readonly code: string;
  /** uuid of the inviting customer's platform. */
  readonly platformId: string;
  /** uuid of the inviting customer. */
  readonly customerId: string;
  readonly inviterUma: string;
  readonly firstName: string | undefined;
  /** In the smallest unit of `currency`. */
  readonly amountToSend: bigint | undefined;
  readonly currency: string;
  readonly ending: Ending | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
}

/** The event that ended an invitation, and the uuid of its operation. */
export type Ending =
  | { readonly status: 'CLAIMED'; readonly inviteeUma: string; readonly claimedAt: Date; readonly operationId: string }
  | { readonly status: 'CANCELLED'; readonly operationId: string };

export type Status = Ending['status'] | 'PENDING' | 'EXPIRED';

export function statusAt({ ending, expiresAt }: Invitation, now: Date): Status {
  if (ending) return ending.status;
  return expiresAt !== undefined && now >= expiresAt ? 'EXPIRED' : 'PENDING';
}

/** Why an invitation can be neither claimed nor cancelled. Undefined while it is pending. */
export function refusalToEnd(invitation: Invitation, now: Date): Refusal | undefined {
  const status = statusAt(invitation, now);
  if (status === 'CLAIMED') {
    const inviteeUma = invitation.ending?.status === 'CLAIMED' ? invitation.ending.inviteeUma : '';
    return fail(ErrorCode.INVITATION_ALREADY_CLAIMED, 'The invitation was already claimed.', { status, inviteeUma });
  }
  if (status === 'CANCELLED') return fail(ErrorCode.INVITATION_CANCELLED, 'The invitation was cancelled.', { status });
  if (status === 'PENDING') return undefined;
  const expirationTime = invitation.expiresAt?.toISOString() ?? '';
  return fail(ErrorCode.INVALID_INPUT, 'The invitation has expired.', { reason: 'INVITATION_EXPIRED', expirationTime });
}

/** The code of five random bytes: eight unambiguous characters. */
export function codeFrom(random: Uint8Array): string {
  let bits = 0n;
  for (const byte of random.subarray(0, 5)) bits = (bits << 8n) | BigInt(byte);
  return Array.from({ length: 8 }, (_, place) => alphabet[Number((bits >> BigInt(5 * place)) & 31n)]).join('');
}

/** Without i, l, o and u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
