// The ids of tokens, as sent by callers.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';

/** Throws TOKEN_NOT_FOUND for an invalid id. */
export function tokenUuid(tokenId: string): string {
  const uuid = uuidOf('Token', tokenId);
  if (uuid === undefined) throw noToken(tokenId);
  return uuid;
}

export function noToken(tokenId: string): Refusal {
  return fail(ErrorCode.TOKEN_NOT_FOUND, `There is no token ${tokenId}.`);
}
