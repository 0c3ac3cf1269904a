// A database for the processes of a test file, with the sandbox platform: migrated by a first start, once for the whole run.
import { templateFrom, testDatabase } from '../kit/database.ts';
import { startProcess } from '../kit/launch.ts';

export async function flowDatabase(): Promise<string> {
  return testDatabase(await templateFrom('flows', migrate));
}

async function migrate(url: string): Promise<void> {
  const first = await startProcess({ env: { DATABASE_URL: url } });
  await first.end();
}
