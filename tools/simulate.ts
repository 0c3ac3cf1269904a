// Runs the long form of the simulation: `npm run simulate`. SIMULATION_STEPS and SIMULATION_SEED select another run.
// Each processor runs a part of the steps with its own seed, which it prints. Repeat a part with that seed and SIMULATION_PARTS=1.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const steps = Number(process.env.SIMULATION_STEPS ?? 100_000);
const parts = Number(process.env.SIMULATION_PARTS ?? availableParallelism());
const seed = Number(process.env.SIMULATION_SEED ?? randomInt(2 ** 31));

async function simulate(part: number): Promise<number> {
  const env = { ...process.env, SIMULATION_STEPS: `${Math.ceil(steps / parts)}`, SIMULATION_SEED: `${seed + part}` };
  const [status] = await once(spawn(process.execPath, [vitest, 'run', 'test/simulation'], { env, stdio: 'inherit' }), 'exit');
  return status ?? 1;
}

process.exitCode = Math.max(...(await Promise.all(Array.from({ length: parts }, (_, part) => simulate(part)))));
