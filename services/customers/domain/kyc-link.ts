// A link to the hosted page: good for one submission, within a day.
import type { CreateKycLinkRequest } from '../../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { pageUrlProblem } from '../../kit/messages/web-address.ts';

export interface KycLink {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
  /** SHA-256: the token itself is not kept. */
  readonly tokenHash: Buffer;
  readonly redirectUri: string | undefined;
  readonly expiresAt: Date;
  readonly usedAt: Date | undefined;
}

export const kycLinkLifeMs = 24 * 60 * 60 * 1000;

/** Whether a link can still be submitted. */
export function isOpen({ usedAt, expiresAt }: KycLink, now: Date): boolean {
  return usedAt === undefined && now < expiresAt;
}

/** Customers are sent to encrypted pages only, or to the machine of a developer. */
export function checkKycLink({ redirectUri }: CreateKycLinkRequest): FieldError[] {
  if (redirectUri === undefined) return [];
  const message =
    redirectUri.length > redirectUriMax ? `must be at most ${redirectUriMax} characters` : pageUrlProblem(redirectUri);
  return message === undefined ? [] : [redirectUriError(message)];
}

export function redirectUriError(message: string): FieldError {
  return { field: 'redirectUri', constraint: { format: 'url' }, message };
}

const redirectUriMax = 2048;
