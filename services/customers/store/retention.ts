// What of this service's rows goes when it is old enough.
import type { KeptDays, Retention } from '../../kit/storage/retention.ts';

/** An import takes the errors of its rows with it, which may be many. */
export const retention = ({ imports }: KeptDays): Retention[] => [
  { table: 'customer_import', since: 'completed_at', keptDays: imports, atOnce: 10 },
  { table: 'kyc_link', since: 'expires_at', keptDays: 30 },
  { table: 'kyc_token', since: 'expires_at', keptDays: 30 },
];
