// What of this service's rows goes when it is old enough.
import type { Retention } from '../../kit/storage/retention.ts';

/** Each quote keeps its own rate. No quote refers to a look-up that is over, and no payment to the volume of an earlier day. */
export const retention = (): Retention[] => [
  { table: 'lookup', since: 'expires_at', keptDays: 1 },
  { table: 'rate_snapshot', since: 'kept_at', keptDays: 7 },
  { table: 'daily_volume', since: 'day', keptDays: 30 },
];
