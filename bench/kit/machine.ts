// What a run stands on: a temporary folder and an embedded PostgreSQL in it, both gone at the end.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { silent } from '../../services/kit/core/log.ts';
import { startPostgres } from '../../services/kit/storage/postgres/start.ts';

export interface Machine {
  /** Makes a database and returns its URL. */
  database(name: string): Promise<string>;
  /** Makes an empty folder that every user can enter. */
  folder(): string;
  close(): Promise<void>;
}

/** PostgreSQL runs with the settings that the platform starts it with: a commit is on the disk when it is answered. */
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
  chmodSync(folder, 0o755); // as root, PostgreSQL's own user has to enter it
  return folder;
}
