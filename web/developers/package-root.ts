// The folder of the package, and its version.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder with a package.json: packed code is some folders deeper than its source. */
export const packageRoot = nearest(import.meta.dirname);

export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;
}

function nearest(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('The code is not in a package.');
  return nearest(dirname(folder));
}
