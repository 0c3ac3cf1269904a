// Retention rules of this service.
import { sql } from 'kysely';
import type { KeptDays, Retention } from '../../kit/storage/retention.ts';

/**
 * Invitations that can still be claimed are kept. A clock advance is not repeated after two days. Logged requests contain personal data: no
 * customer is erased sooner than a month after its deletion.
 */
export const retention = ({ invitations: keptDays }: KeptDays): Retention[] => [
  { table: 'clock_advance', since: 'created_at', keptDays: 2, which: sql`is_over` },
  { table: 'invitation', since: 'created_at', keptDays, which: sql`ended_as is not null` },
  { table: 'invitation', since: 'expires_at', keptDays },
  { table: 'logged_request', since: 'created_at', keptDays: 7 },
];
