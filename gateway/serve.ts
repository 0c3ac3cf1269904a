// Serves the platform. Its code is loaded while the database starts: on two cores neither waits for the other.
import { openDatabases } from '../services/kit/process/databases.ts';
import { run } from '../services/kit/process/run.ts';

// What fails here fails again below, where it is told.
const load = () => import('./platform.ts');

await run(async (config, log) => {
  const databases = await openDatabases({ config, log, meanwhile: () => void load().catch(() => undefined) });
  const { startPlatform } = await load();
  return startPlatform({ config, log, databases });
});
