// Finds the pack of the platform's code: the same code in a few files, which load in a third of the time of the two thousand that
// they were made of. It is used only while every file of ours that went into it is as it was then.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
export const packFolder = join(root, 'node_modules/.cache/packed');
export const packList = join(packFolder, 'pack.json');
/** What `npm start` runs: made with the pack, which is fresh then. */
export const launcher = join(packFolder, 'start.mjs');

export interface Pack {
  /** The file that serves the platform; with those that it loads. */
  readonly entry: string;
  readonly files: readonly string[];
  /** What was packed, from the root of the project, and how each file was then. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Undefined when nothing was packed, or something was changed since. */
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

/** Changes with every edit of the file. */
export function stateOf(path: string): string {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeMs}` : 'gone';
}
