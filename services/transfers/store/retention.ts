// Retention rules of this service.
import type { Retention } from '../../kit/storage/retention.ts';

/** Each quote stores its own rate. No quote refers to an expired lookup, and no payment to the volume of an earlier day. */
export const retention = (): Retention[] => [
  { table: 'lookup', since: 'expires_at', keptDays: 1 },
  { table: 'rate_snapshot', since: 'kept_at', keptDays: 7, by: null },
  { table: 'activity', since: 'noted_at', keptDays: 7 },
  { table: 'daily_volume', since: 'day', keptDays: 30 },
];
