// The logged REST requests of the caller's platform.
import type { RequestLogService } from '../../../gen/payments/platform/v1/request_log_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { PlatformMethod } from '../context.ts';
import { toFilter, toRequestMessage } from '../convert-logged-request.ts';

export const listRequests: PlatformMethod<typeof RequestLogService.method.listRequests> = async (request, context) => {
  const { caller, store } = context;
  const { cursor, limit = pageSize } = request;
  const before = cursor === undefined ? undefined : decodeCursor(cursor).id;
  const after = request.after === undefined ? undefined : uuidIn(request.after);
  const isAscending = after !== undefined;

  const filter = toFilter(request, caller.platformId);
  const rows = await store.loggedRequests.list(filter, { before, after, isAscending, limit: limit + 1 });

  const { data, hasMore, nextCursor } = pageOf(rows, limit);
  return {
    data: data.map((one) => toRequestMessage(one)),
    hasMore,
    ...(!isAscending && nextCursor !== undefined && { nextCursor }),
  };
};
