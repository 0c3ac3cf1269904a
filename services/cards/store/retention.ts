// Retention rules of this service.
import type { Retention } from '../../kit/storage/retention.ts';

/** Networks repeat reports for days. */
export const retention = (): Retention[] => [{ table: 'card_report', since: 'created_at', keptDays: 90 }];
