// A manual test: the behavior of a platform while the disk of its database is full, and after space is free again.
// `node test/flows/full-disk.ts FOLDER`: the folder must be on a small file system of its own, which is filled completely.
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '../kit/launch.ts';
import { restAt } from '../kit/rest-at.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder on a small file system: node test/flows/full-disk.ts /mnt/small');

const ballast = join(folder, 'ballast');
const platform = await startProcess({ env: { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' } });
const rest = restAt(platform.origin);
const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace'.repeat(8), currencies: ['USD'] };

/** Prints one line per second until the expected state is seen. */
async function watch(name: string, isSeen: (created: number, ready: string) => boolean): Promise<void> {
  for (let second = 0; second < secondsMax; second++) {
    const { status, headers } = await rest('POST', '/customers', { body });
    const ready = await fetch(`${platform.origin}/readyz`).then(async (answer) => `${answer.status} ${await answer.text()}`);
    process.stdout.write(
      `${name} ${second} s: created ${status}, Retry-After ${headers['retry-after'] ?? '-'}, /readyz ${ready}\n`,
    );
    if (isSeen(status, ready)) return;
    await pause(1_000);
  }
  throw new Error(`Not seen within ${secondsMax} s: ${name}.`);
}

const secondsMax = 60;
const zeros = Buffer.alloc(64 * 1024);

function fill(): void {
  const file = openSync(ballast, 'a');
  try {
    for (;;) writeSync(file, zeros);
  } catch {
    process.stdout.write(`Filled: ${statfsSync(folder as string).bavail} blocks are left.\n`);
  } finally {
    closeSync(file);
  }
}

try {
  await watch('before', (created, ready) => created === 201 && ready.startsWith('200'));
  fill();
  await watch('full', (created, ready) => created === 503 && ready.startsWith('503'));
  rmSync(ballast);
  await watch('room again', (created, ready) => created === 201 && ready.startsWith('200'));
} finally {
  rmSync(ballast, { force: true });
  await platform.end();
  process.stdout.write(platform.output());
}
