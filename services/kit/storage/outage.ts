// Whether a failure is an outage, which passes by itself, or something unexpected, which may never pass.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal, refusalFrom } from '../messages/fail.ts';
import { codeOf, isConnectionLoss } from './connections.ts';

/** Whether an error says that somebody else is away, busy or too slow: another service, a rail, the database, the network. */
export function isOutage(error: unknown): boolean {
  const refusal = refusalFrom(error);
  if (refusal) return awayStatuses.has(refusal.status);
  if (isConnectionLoss(error)) return true;
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  return awayCodes.test(codeOf(error)) || isOutage(error.cause);
}

/** What answers a call that an outage has failed. Undefined for a refusal, which is an answer already, and for anything unexpected. */
export function outageAnswer(error: unknown): Refusal | undefined {
  if (refusalFrom(error) || !isOutage(error)) return undefined;
  return fail(ErrorCode.SERVICE_UNAVAILABLE, 'The service is temporarily unavailable. Try again.');
}

/** What answers a call that finds too many before it. */
export function busy(): Refusal {
  return fail(ErrorCode.SERVICE_UNAVAILABLE, 'Too many requests are waiting. Try again.');
}

/** Whether a full disk of the database is behind the error. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === '53100' || isDiskFull(error.cause));
}

const awayStatuses = new Set([424, 429, 503]);

/**
 * SQLSTATE classes (connection, transaction rollback, lack of resources, not in a state to, intervention of the operator, system error),
 * a server that became a standby, a transaction that idled too long, and codes of sockets, DNS and the HTTP client.
 */
const awayCodes =
  /^(08|40|53|55|57|58)[0-9A-Z]{3}$|^(25006|25P03)$|^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ETIMEDOUT|ESOCKET|ENOSPC|EMFILE|UND_ERR_)/;
