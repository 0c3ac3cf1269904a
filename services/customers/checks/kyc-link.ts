// Rules over the page to which the hosted page sends customers back.
import type { CreateKycLinkRequest } from '../../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { pageUrlProblem } from '../../kit/messages/web-address.ts';

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
