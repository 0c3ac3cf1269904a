// Checks of a new API token.
import type { CreateTokenRequest } from '../../../gen/payments/auth/v1/token_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';

/** Ignores leading and trailing spaces. The rules of the proto refuse an empty name. */
export function checkNewToken({ name }: CreateTokenRequest): FieldError[] {
  const isFit = name === '' || (name.trim() !== '' && [...name.trim()].length <= nameMax);
  return isFit ? [] : [{ field: 'name', message: `must have 1 to ${nameMax} characters, not counting surrounding spaces` }];
}

const nameMax = 255;
