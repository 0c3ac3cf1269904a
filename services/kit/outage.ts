// Whether a failure is an outage, which passes by itself, or something unexpected, which may never pass.
import { isConnectionLoss } from './connections.ts';
import { refusalFrom } from './fail.ts';

/** Whether an error says that somebody else is away, busy or too slow: another service, a rail, the database, the network. */
export function isOutage(error: unknown): boolean {
  const refusal = refusalFrom(error);
  if (refusal) return awayStatuses.has(refusal.status);
  if (isConnectionLoss(error)) return true;
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  return ('code' in error && typeof error.code === 'string' && awayCodes.test(error.code)) || isOutage(error.cause);
}

const awayStatuses = new Set([424, 429, 503]);

/**
 * SQLSTATE classes (connection, transaction rollback, lack of resources, not in a state to, intervention of the operator, system error)
 * and codes of sockets, DNS and the HTTP client.
 */
const awayCodes =
  /^(08|40|53|55|57|58)[0-9A-Z]{3}$|^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ETIMEDOUT|ESOCKET|ENOSPC|EMFILE|UND_ERR_)/;
