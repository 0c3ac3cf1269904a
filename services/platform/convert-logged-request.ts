// Converts requests of the log between messages and the domain.
import type { JsonObject, MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  ListRequestsRequest,
  LoggedRequestSchema,
  LoggedRequest as RequestMessage,
} from '../../gen/payments/platform/v1/request_log_pb.ts';
import { publicId, uuidIn } from '../kit/core/ids.ts';
import type { Bodies, LoggedRequest, RequestFilter } from './domain/logged-request.ts';

export function toFilter(request: ListRequestsRequest, platformId: string): RequestFilter {
  const { operation, method, status, failed, requestId, resource, since } = request;
  return { platformId, operation, method, status, failed, requestId, resource, since: since && timestampDate(since) };
}

/** `now`: the beginning of a request that does not state one. */
export function toLoggedRequest(message: RequestMessage, now: Date): LoggedRequest & { bodies: Bodies } {
  const { id, requestId, method, path, operation, status, errorCode, durationMs, tokenId, resources, skippedCount } = message;
  const { startedAt, requestBody: request, responseBody: response } = message;
  return {
    id: uuidIn(id),
    requestId,
    method,
    path,
    operation,
    status,
    errorCode,
    durationMs,
    resources,
    skippedCount,
    tokenId: tokenId === undefined ? undefined : uuidIn(tokenId),
    createdAt: startedAt ? timestampDate(startedAt) : now,
    bodies: { request, response },
  };
}

export function toRequestMessage(
  { id, createdAt, tokenId, resources, ...request }: LoggedRequest,
  bodies: Bodies = {},
): MessageInitShape<typeof LoggedRequestSchema> {
  return {
    ...request,
    id: publicId('Request', id),
    startedAt: timestampFromDate(createdAt),
    resources: [...resources],
    tokenId: tokenId === undefined ? undefined : publicId('Token', tokenId),
    requestBody: bodies.request as JsonObject | undefined,
    responseBody: bodies.response as JsonObject | undefined,
  };
}
