// The resources of a run: a temporary folder with an embedded PostgreSQL, both removed at the end.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { silent } from '../../services/kit/core/log.ts';
import { startPostgres } from '../../services/kit/storage/postgres/start.ts';
import { type PostgresUsage, usageOf } from './postgres-usage.ts';

export interface Machine {
  /** Creates a database and returns its URL. */
  database(name: string): Promise<string>;
  /** Removes a database, with the work of autovacuum on it. */
  drop(name: string): Promise<void>;
  /** Creates an empty folder that every user can enter. */
  folder(): string;
  /** What PostgreSQL has used. */
  readonly postgres: PostgresUsage;
  close(): Promise<void>;
}

/**
 * Statements are counted only where a part asks for it, because counting costs PostgreSQL more the more statements there are. The log
 * shows checkpoints and autovacuums.
 */
const settings = { shared_preload_libraries: 'pg_stat_statements', log_autovacuum_min_duration: '0' };

/** PostgreSQL uses the settings of the platform: a commit is on disk when it returns. */
export async function openMachine(): Promise<Machine> {
  const root = emptyFolder();
  const folders = [root];
  const postgres = await startPostgres({ dataDir: root, log: silent, settings });
  const administer = async (...statements: string[]) => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await administer('create extension pg_stat_statements', `alter system set pg_stat_statements.track = 'none'`);
  await administer('select pg_reload_conf()');
  return {
    database: async (name) => {
      await administer(`create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    drop: (name) => administer(`drop database ${name} with (force)`),
    folder: () => {
      const folder = emptyFolder();
      folders.push(folder);
      return folder;
    },
    postgres: usageOf(postgres),
    close: async () => {
      await postgres.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-bench-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL's own user must be able to enter it
  return folder;
}
