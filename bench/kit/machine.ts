// The resources of a run: a temporary folder with an embedded PostgreSQL, both removed at the end.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { silent } from '../../services/kit/core/log.ts';
import { startPostgres } from '../../services/kit/storage/postgres/start.ts';

export interface Machine {
  /** Creates a database and returns its URL. */
  database(name: string): Promise<string>;
  /** Creates an empty folder that every user can enter. */
  folder(): string;
  close(): Promise<void>;
}

/** PostgreSQL uses the settings of the platform: a commit is on disk when it returns. */
export async function openMachine(): Promise<Machine> {
  const root = emptyFolder();
  const folders = [root];
  const postgres = await startPostgres({ dataDir: root, log: silent });
  return {
    database: async (name) => {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database ${name}`).finally(() => client.end());
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    folder: () => {
      const folder = emptyFolder();
      folders.push(folder);
      return folder;
    },
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
