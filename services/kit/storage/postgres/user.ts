// The unprivileged user that runs PostgreSQL when this process is root, because PostgreSQL refuses to run as root.
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Undefined if this process is not root. If `cluster` exists, its owner. */
export function unprivilegedUser(cluster: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const found = userNamed('postgres') ?? userNamed('nobody');
  if (found) return found;
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it. Add one, or set DATABASE_URL.',
  );
}

/** Whether the user can enter `path` and every folder above it. Without a user, the rights of this process decide later. */
export function canReach(path: string, user: User | undefined): boolean {
  if (!user) return true;
  for (let at = path; ; at = dirname(at)) {
    const folder = statSync(at, { throwIfNoEntry: false });
    if (folder && !mayEnter(folder, user)) return false;
    if (at === dirname(at)) return true;
  }
}

function mayEnter(folder: { mode: number; uid: number; gid: number }, user: User): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

function userNamed(name: string): User | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
