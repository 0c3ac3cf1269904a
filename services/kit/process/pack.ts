// Finds the packed code of the programs: the same code in a few files, which load in a third of the time of two thousand modules.
// It is used only if none of our files has changed since.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../../..');
export const packFolder = join(root, 'node_modules/.cache/packed');
export const packList = join(packFolder, 'pack.json');
/** The file that `npm start` runs. It is written with the pack, which is then fresh. */
export const launcher = join(packFolder, 'start.cjs');

export interface Pack {
  /** The first file of each program by name: the platform, and each service alone. */
  readonly programs: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  /** The packed files by path, with their state at that time. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Undefined if nothing was packed, or a file has changed since. */
export function freshPack(): Pack | undefined {
  const pack = lastPack();
  if (!pack) return undefined;
  return Object.entries(pack.sources).every(([path, state]) => stateOf(path) === state) ? pack : undefined;
}

export function lastPack(): Pack | undefined {
  try {
    return JSON.parse(readFileSync(packList, 'utf8')) as Pack;
  } catch {
    return undefined;
  }
}

/** The length of the file, and its time in whole seconds, because layers of images drop the fraction. */
export function stateOf(path: string): string {
  const stat = statSync(resolve(root, path), { throwIfNoEntry: false });
  return stat ? `${stat.size} ${Math.floor(stat.mtimeMs / 1000)}` : 'gone';
}
