// Whether a failure is an outage, which is temporary, or an unexpected error, which may be permanent.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal, refusalFrom } from '../messages/fail.ts';
import { codeOf, isConnectionLoss } from './connections.ts';

/** Whether the error means that another party is unavailable, busy or too slow: a service, a rail, the database, the network. */
export function isOutage(error: unknown): boolean {
  const refusal = refusalFrom(error);
  if (refusal) return awayStatuses.has(refusal.status);
  if (isConnectionLoss(error)) return true;
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  return awayCodes.test(codeOf(error)) || isOutage(error.cause);
}

/** The refusal for a call that failed because of an outage. Undefined for refusals and unexpected errors. */
export function outageAnswer(error: unknown): Refusal | undefined {
  if (refusalFrom(error) || !isOutage(error)) return undefined;
  return fail(ErrorCode.SERVICE_UNAVAILABLE, 'The service is temporarily unavailable. Try again.');
}

/** The refusal for a call when too many are waiting. */
export function busy(): Refusal {
  return fail(ErrorCode.SERVICE_UNAVAILABLE, 'Too many requests are waiting. Try again.');
}

/** Whether a full disk of the database caused the error. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === '53100' || isDiskFull(error.cause));
}

const awayStatuses = new Set([424, 429, 503]);

/**
 * SQLSTATE classes (connection, transaction rollback, insufficient resources, object not in prerequisite state, operator intervention,
 * system error), a server that became a standby, an idle transaction timeout, and codes of sockets, DNS and the HTTP client.
 */
const awayCodes =
  /^(08|40|53|55|57|58)[0-9A-Z]{3}$|^(25006|25P03)$|^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ETIMEDOUT|ESOCKET|ENOSPC|EMFILE|UND_ERR_)/;
