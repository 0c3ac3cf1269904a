// A folder for an embedded PostgreSQL. Neither of them outlives the tests, however those end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresFolder {
  readonly dataDir: string;
  /** Stops the PostgreSQL that still runs there and removes the folder. */
  remove(): Promise<void>;
}

export function postgresFolder(name: string): PostgresFolder {
  const dataDir = mkdtempSync(join(parentFolder(), `payments-${name}-`));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL's own user has to enter it
  const watcher = spawn('sh', ['-c', watch, dataDir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref();
  return {
    dataDir,
    remove: async () => {
      const closed = once(watcher, 'close');
      watcher.stdin.end('once\n');
      await closed;
    },
  };
}

/** In memory where there is room: a database consists of hundreds of small files, and a disk takes ten times the CPU to copy them. */
function parentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= memoryBytesMin ? memory : tmpdir();
  } catch {
    return tmpdir(); // not every system has it
  }
}

const memory = '/dev/shm';
const memoryBytesMin = 4 * 1024 ** 3;

/**
 * Runs until its input ends: with a line when the folder is to be removed, without one when this process has ended, whose PostgreSQL
 * may just be starting, so that it is looked for again. The number in the file may by now be that of another program.
 */
const watch = `
  read -r how
  for _ in \${how:-1 2 3 4 5}; do
    pid=$(head -n 1 "$0/postgres/postmaster.pid") && ps -o args= -p "$pid" | grep -qF "$0" && kill -INT "$pid" &&
      while kill -0 "$pid"; do sleep 0.1; done
    [ "$how" ] || sleep 1
  done
  rm -rf "$0"`;
