// pgbench, if installed. The embedded PostgreSQL does not contain it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** Runs pgbench with these arguments and returns its output. */
export type Pgbench = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;

export function findPgbench(): Pgbench | undefined {
  const program = ['/usr/bin/pgbench', ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find((path) => existsSync(path));
  if (program === undefined) return undefined;
  return async (args, env = {}) => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (code !== 0) throw new Error(`pgbench failed: ${complained}`);
    return said;
  };
}
