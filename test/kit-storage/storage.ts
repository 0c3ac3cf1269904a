// A database with only the tables of the kit, and a test table.

import { silent } from '../../services/kit/core/log.ts';
import { type Database, openDatabase } from '../../services/kit/storage/database.ts';
import { kitMigrations } from '../../services/kit/storage/kit-migrations.ts';
import type { Migration } from '../../services/kit/storage/migrations.ts';
import { databaseWaitMs } from '../kit/patience.ts';

export const things: Migration = {
  name: '0001-thing',
  sql: 'create table thing (id uuid primary key, amount bigint not null, made_at timestamptz(3) not null, extra jsonb, raw bytea)',
};

export function openStorage(url: string, migrations: readonly Migration[] = [...kitMigrations, things]): Promise<Database> {
  return openDatabase({ url, schema: 'storage', entities: [], migrations, waitMs: databaseWaitMs, log: silent });
}
