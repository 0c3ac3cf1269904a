// A folder for an embedded PostgreSQL. Both are gone after the tests, even after a crash.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresFolder {
  readonly dataDir: string;
  /** Stops a PostgreSQL that is still running there and removes the folder. */
  remove(): Promise<void>;
}

export function postgresFolder(name: string): PostgresFolder {
  const dataDir = mkdtempSync(join(parentFolder(), `payments-${name}-`));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL's own user needs access
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

/** In memory if there is space: a database is hundreds of small files, and copying them on a disk takes ten times the CPU. */
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
 * Runs until its input ends: with a line if the folder is to be removed, without one if this process has died, whose PostgreSQL
 * may still be starting, so that this process is looked for again. The number in the file can be that of another program by now.
 */
const watch = `
  read -r how
  for _ in \${how:-1 2 3 4 5}; do
    pid=$(head -n 1 "$0/postgres/postmaster.pid") && ps -o args= -p "$pid" | grep -qF "$0" && kill -INT "$pid" &&
      while kill -0 "$pid"; do sleep 0.1; done
    [ "$how" ] || sleep 1
  done
  rm -rf "$0"`;
