// A database with the kit's tables alone, and a table of things to write to.
import { type Database, openDatabase } from '../../services/kit/database.ts';
import { kitMigrations } from '../../services/kit/kit-migrations.ts';
import { silent } from '../../services/kit/log.ts';
import type { Migration } from '../../services/kit/migrations.ts';

export const things: Migration = {
  name: '0001-thing',
  sql: 'create table thing (id uuid primary key, amount bigint not null, made_at timestamptz(3) not null, extra jsonb, raw bytea)',
};

export function openStorage(url: string, migrations: readonly Migration[] = [...kitMigrations, things]): Promise<Database> {
  return openDatabase({ url, schema: 'storage', entities: [], migrations, log: silent });
}
