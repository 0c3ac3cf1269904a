// Deletes a token other than the caller's, so that one with the permission MANAGE always remains.
import type { TokenService } from '../../../gen/payments/auth/v1/token_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { noToken, tokenUuid } from '../steps/token-id.ts';

export const deleteToken: AuthMethod<typeof TokenService.method.deleteToken> = async ({ tokenId }, { caller, store }) => {
  const id = tokenUuid(tokenId);
  if (id === caller.tokenId) throw fail(ErrorCode.INVALID_INPUT, 'A token cannot delete itself. Use another one with MANAGE.');
  const isRemoved = await store.write((rows) => rows.tokens.remove(caller.platformId, id));
  if (!isRemoved) throw noToken(tokenId);
  return {};
};
