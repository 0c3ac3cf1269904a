// Retention rules of this service.
import type { KeptDays, Retention } from '../../kit/storage/retention.ts';

/** Removing an import also removes the errors of its rows, which may be many. */
export const retention = ({ imports }: KeptDays): Retention[] => [
  { table: 'customer_import', since: 'completed_at', keptDays: imports, atOnce: 10 },
  { table: 'kyc_link', since: 'expires_at', keptDays: 30 },
  { table: 'kyc_token', since: 'expires_at', keptDays: 30, by: 'token_hash' },
];
