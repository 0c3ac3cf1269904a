// Checks of GET /sandbox/requests that depend on the query only.
import type { ListRequestsRequest } from '../../../gen/payments/platform/v1/request_log_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';

/** A list has one direction. */
export function checkRequestList({ after, cursor }: ListRequestsRequest): FieldError[] {
  return after !== undefined && cursor !== undefined ? [{ field: 'cursor', message: 'must not be combined with after' }] : [];
}
