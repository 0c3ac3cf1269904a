// Checks of the redirect page of the hosted page.
import type { CreateKycLinkRequest } from '../../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { pageUrlProblem } from '../../kit/messages/web-address.ts';

/** Customers are redirected to encrypted pages only, or to localhost. */
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
