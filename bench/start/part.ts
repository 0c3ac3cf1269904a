// From the start of the process to its first REST response, with the start of the embedded database as reference.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { versionPrefix } from '../../gateway/version.ts';
import { packFolder } from '../../services/kit/process/pack.ts';
import { bytecodeFolder } from '../../services/kit/process/run-packed.ts';
import { startChild } from '../kit/child.ts';
import { authorization, credentials } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import { medians } from '../kit/rounds.ts';
import { startOptions } from '../kit/start-options.ts';
import { type Table, twoDecimals } from '../kit/table.ts';

export async function start(machine: Machine, rounds: number): Promise<Table[]> {
  const kept = machine.folder();
  const keptAlone = machine.folder();
  await platformStart(kept, bytecodeWritten);
  await databaseStart(keptAlone);
  const figures = await medians(rounds, {
    without: () => withoutBytecode(() => platformStart(machine.folder())),
    first: () => platformStart(machine.folder()),
    firstAlone: () => databaseStart(machine.folder()),
    later: () => platformStart(kept),
    laterAlone: () => databaseStart(keptAlone),
  });
  const row = (name: string, whole: number, alone: number) => [
    name,
    twoDecimals(whole - alone),
    twoDecimals(whole),
    twoDecimals(alone),
  ];
  return [
    {
      title: 'Start: seconds from the start of the process to its first answer, and how much of that is not the database',
      columns: ['', 'over database', 'platform', 'database alone'],
      rows: [
        row('first start, without bytecode', figures.without, figures.firstAlone),
        row('first start', figures.first, figures.firstAlone),
        row('later start', figures.later, figures.laterAlone),
      ],
    },
  ];
}

const bytecode = join(packFolder, bytecodeFolder);

/** Until a program has written its bytecode, three seconds after it is ready. */
const bytecodeWritten = () => pause(5_000);

/** As on a machine where the platform has never run. */
async function withoutBytecode<T>(measure: () => Promise<T>): Promise<T> {
  const aside = `${bytecode}-aside`;
  renameSync(bytecode, aside);
  try {
    return await measure();
  } finally {
    renameSync(aside, bytecode);
  }
}

/** Seconds until the response to `GET /config`, which uses the gateway, two services and the database. */
async function platformStart(dataDir: string, beforeStop = async () => {}): Promise<number> {
  const startMs = performance.now();
  const child = startChild({
    script: 'node_modules/.cache/packed/start.cjs',
    options: startOptions,
    env: { ...credentials, DATA_DIR: dataDir, PORT: '0', GRPC_PORT: '0' },
    answersTasks: false,
  });
  const [, origin = ''] = /(http:\/\/[^/]+)/.exec(await child.line('  REST ')) ?? [];
  const { statusCode, body } = await request(`${origin}${versionPrefix}/config`, { headers: { authorization } });
  await body.dump();
  const tookMs = performance.now() - startMs;
  await beforeStop();
  await child.stop();
  if (statusCode !== 200) throw new Error(`The first answer is ${statusCode}.`);
  return tookMs / 1000;
}

/** Seconds for the database alone, without starting Node.js and loading code. */
async function databaseStart(dataDir: string): Promise<number> {
  const child = startChild({ script: 'bench/start/database.ts', env: { DATA_DIR: dataDir } });
  const [milliseconds = ''] = /\d+/.exec(await child.line('database ')) ?? [];
  await child.stop();
  return Number(milliseconds) / 1000;
}
