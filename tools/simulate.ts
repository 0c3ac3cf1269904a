// Runs the long form of the simulation: `npm run simulate`. SIMULATION_STEPS and SIMULATION_SEED choose another one.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const env = { SIMULATION_STEPS: '100000', ...process.env };
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/simulation'], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
