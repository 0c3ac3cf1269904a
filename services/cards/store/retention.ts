// Retention rules of this service.
import type { KeptDays, Retention } from '../../kit/storage/retention.ts';

/** Networks repeat reports for days. */
const reportsKeptDays = 90;

export const retention = ({ cardReveals }: KeptDays): Retention[] => [
  { table: 'card_report', since: 'created_at', keptDays: reportsKeptDays },
  { table: 'card_reveal', since: 'created_at', keptDays: cardReveals },
];
