// One database server for the whole run: the embedded one in a folder of its own, or the one that TEST_DATABASE_URL names.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { silent } from '../../services/kit/log.ts';
import { startPostgres } from '../../services/kit/postgres/start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
  }
}

export default async function startServer(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return void project.provide('databaseServer', given);

  const dataDir = mkdtempSync(join(tmpdir(), 'payments-test-'));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL's own user has to enter it
  const postgres = await startPostgres({ dataDir, log: silent, settings: hasty });
  project.provide('databaseServer', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** The data of a test run need not outlive a power cut. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
