// Why a deposit that has been seen is not there yet.
import type { Migration } from '../../kit/storage/migrations.ts';

export const pendingReason: Migration = {
  name: '0011-pending-reason',
  sql: 'alter table transaction add column pending_reason text;',
};
