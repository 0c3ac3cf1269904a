// Retention rules of this service.
import { sql } from 'kysely';
import type { KeptDays, Retention } from '../../kit/storage/retention.ts';

export const retention = ({ sessions, walletAudit }: KeptDays): Retention[] => [
  { table: 'wallet_session', since: 'expires_at', keptDays: sessions },
  { table: 'wallet_audit', since: 'at', keptDays: walletAudit },
  { table: 'signed_request', since: 'expires_at', keptDays: 1 },
  { table: 'passkey_challenge', since: 'expires_at', keptDays: 1 },
  { table: 'sca_challenge', since: 'created_at', keptDays: 7 },
  { table: 'sca_reset', since: 'created_at', keptDays: 30 },
  { table: 'used_token', since: 'expires_at', keptDays: 0 },
  { table: 'contact_change', since: 'created_at', keptDays: 30, which: sql`state <> 'PREPARED'` },
];
