// Serves the platform. Its code is loaded while the database starts.
import { openDatabases } from '../services/kit/process/databases.ts';
import { run } from '../services/kit/process/run.ts';

// A failure here occurs again below, where it is reported.
const load = () => import('./platform.ts');

export const started = run(async (config, log) => {
  const databases = await openDatabases({ config, log, meanwhile: () => void load().catch(() => undefined) });
  const { startPlatform } = await load();
  return startPlatform({ config, log, databases });
});
