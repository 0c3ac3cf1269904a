// Lists the tokens of the calling platform, newest first.
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type { ListTokensRequest, TokenService } from '../../../gen/payments/auth/v1/token_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { AuthMethod } from '../context.ts';
import { toApiToken } from '../convert.ts';
import type { TokenFilter } from '../store/tokens.ts';

export const listTokens: AuthMethod<typeof TokenService.method.listTokens> = async (request, { caller, store }) => {
  const { limit = pageSize, cursor } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = filterOf(request, caller.platformId);

  const [rows, totalCount] = await Promise.all([
    store.tokens.list(filter, { limit: limit + 1, after }),
    store.tokens.count(filter),
  ]);

  const { data, ...page } = pageOf(rows, limit);
  return { data: data.map((token) => toApiToken(token)), ...page, totalCount: BigInt(totalCount) };
};

function filterOf(request: ListTokensRequest, platformId: string): TokenFilter {
  return {
    platformId,
    ...(request.name !== undefined && { name: request.name }),
    ...time('createdAfter', request.createdAfter),
    ...time('createdBefore', request.createdBefore),
    ...time('updatedAfter', request.updatedAfter),
    ...time('updatedBefore', request.updatedBefore),
  };
}

function time<Name extends string>(name: Name, value: Timestamp | undefined) {
  return value ? ({ [name]: timestampDate(value) } as Record<Name, Date>) : {};
}
