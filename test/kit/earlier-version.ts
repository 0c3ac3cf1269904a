// An earlier version from the history of this repository, ready to run.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface EarlierVersion {
  /** Its folder. */
  readonly root: string;
  remove(): void;
}

const here = join(import.meta.dirname, '../..');
const git = (...args: string[]) => spawnSync('git', args, { cwd: here, encoding: 'utf8' });

/** Why this commit cannot run beside the present version. Undefined if it can. */
export function obstacleTo(commit: string): string | undefined {
  if (git('cat-file', '-e', `${commit}^{commit}`).status !== 0) return `the history does not contain ${commit}`;
  const changes = git(
    'diff',
    '--numstat',
    commit,
    '--',
    ':(glob)services/*/migrations/*.ts',
    'services/kit/storage/kit-migrations.ts',
  );
  const removed = changes.stdout.split('\n').filter((line) => /^\d+\t[1-9]/.test(line));
  return removed.length > 0 ? `migrations were changed in place since ${commit}` : undefined;
}

/** Its packages are those of this version, if the lock file is the same, and installed otherwise. */
export function checkOut(commit: string): EarlierVersion {
  const root = mkdtempSync(join(tmpdir(), 'payments-earlier-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: here, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(here)) symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'));
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'ignore' });
  execFileSync(process.execPath, ['tools/generate.ts'], { cwd: root, stdio: 'ignore' });
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
