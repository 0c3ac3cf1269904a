// Bundles the app for browsers.
import { relative } from 'node:path';
import { rolldown } from 'rolldown';
import { packageRoot } from '../developers/package-root.ts';

export interface BuiltConsole {
  readonly script: string;
  /** Our files in it, relative to the package. */
  readonly sources: readonly string[];
}

export async function buildConsole(): Promise<BuiltConsole> {
  const bundle = await rolldown({
    input: `${packageRoot}/web/console/app/main.tsx`,
    platform: 'browser',
    external: /\/device\.ts$/, // scenarios with a wallet's device are for the command line
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const [script] = output;
  const own = script.moduleIds.filter((id) => id.startsWith(packageRoot) && !id.includes('node_modules'));
  return { script: script.code, sources: own.map((id) => relative(packageRoot, id)) };
}
