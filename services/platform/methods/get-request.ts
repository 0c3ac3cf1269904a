// A logged REST request of the caller's platform, with its bodies.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { RequestLogService } from '../../../gen/payments/platform/v1/request_log_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformMethod } from '../context.ts';
import { toRequestMessage } from '../convert-logged-request.ts';

export const getRequest: PlatformMethod<typeof RequestLogService.method.getRequest> = async ({ loggedRequestId }, context) => {
  const id = uuidOf('Request', loggedRequestId);
  const found = id === undefined ? undefined : await context.store.loggedRequests.find(context.caller.platformId, id);
  if (!found) throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no request ${loggedRequestId}.`, { resource: 'Request' });
  const { bodies, ...request } = found;
  return toRequestMessage(request, bodies);
};
