// Runs a program: its packed code if it is fresh, otherwise its sources.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { freshPack, packFolder } from './pack.ts';
import { runPacked } from './run-packed.ts';

/** The name of a program in the pack, and how to run it from its sources. */
export async function runProgram(name: string, loadSources: () => Promise<unknown>): Promise<void> {
  const packed = freshPack()?.programs[name];
  if (packed !== undefined) return runPacked(packFolder, packed);
  // If the folder is not writable, the program runs without a cache. The cache must be enabled before the code is loaded.
  enableCompileCache(join(packFolder, '../compiled'));
  await loadSources();
}
