// The place of the embedded PostgreSQL: its programs, its cluster, its log, and the user that runs it.
import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../core/log.ts';
import { nativeFolder } from './binaries.ts';
import { canReach, type User, unprivilegedUser } from './user.ts';

export interface Place {
  readonly native: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  readonly logFile: string;
  /** Absent if this process is not root. */
  readonly user?: User;
}

/** Finds, or creates, a place that the user that runs PostgreSQL can read. */
export function preparePlace(dataDir: string, log: Log): Place {
  mkdirSync(dataDir, { recursive: true });
  const user = unprivilegedUser(join(dataDir, 'postgres'));
  const home = homeOf(dataDir, user);
  if (home !== dataDir) log.info({ folder: home }, 'The database lives in its own folder: its user cannot enter DATA_DIR.');
  const place = { native: nativeFolder(home, user), cluster: join(home, 'postgres'), logFile: join(home, 'postgres.log') };
  return user ? { ...place, user } : place;
}

/** Creates a folder that only PostgreSQL's user can enter. */
export function makePrivateFolder(path: string, user: User | undefined): void {
  mkdirSync(path, { mode: 0o700 });
  if (user) chownSync(path, user.uid, user.gid);
}

function homeOf(dataDir: string, user: User | undefined): string {
  if (canReach(dataDir, user)) return dataDir;
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new Error(
      `The user that runs PostgreSQL cannot enter ${dataDir}. Open the folders above it (chmod o+x), or move DATA_DIR.`,
    );
  }
  const home = join('/var/lib/payments-platform', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  mkdirSync(home, { recursive: true, mode: 0o755 });
  return home;
}
