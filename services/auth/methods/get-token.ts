// Returns a token without its secret.
import type { TokenService } from '../../../gen/payments/auth/v1/token_pb.ts';
import type { AuthMethod } from '../context.ts';
import { toApiToken } from '../convert.ts';
import { noToken, tokenUuid } from '../steps/token-id.ts';

export const getToken: AuthMethod<typeof TokenService.method.getToken> = async ({ tokenId }, { caller, store }) => {
  const token = await store.tokens.find(caller.platformId, tokenUuid(tokenId));
  if (!token) throw noToken(tokenId);
  return toApiToken(token);
};
