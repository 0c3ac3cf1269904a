// No PostgreSQL of a test outlives the tests, however they end.
import { type ChildProcess, spawn } from 'node:child_process';

/** Starts a process that outlives this one: then it stops the PostgreSQL over `dataDir` and removes the folder. Kill it to call that off. */
export function stopWithParent(dataDir: string): ChildProcess {
  const script = `read -r _; kill -INT $(head -n 1 "$0/postgres/postmaster.pid"); sleep 1; rm -rf "$0"`;
  const watcher = spawn('sh', ['-c', script, dataDir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref(); // its pipe is open for as long as this process lives
  return watcher;
}
