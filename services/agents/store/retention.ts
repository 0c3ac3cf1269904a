// Retention rules of this service.
import type { Retention } from '../../kit/storage/retention.ts';

/** The audit of requests is kept for seven years. */
export const retention = (): Retention[] => [{ table: 'agent_request', since: 'created_at', keptDays: 2_557 }];
