// Packs the code of the platform and of its libraries into a few files, so that a start need not find and read two thousand. Does
// nothing when the pack is fresh, unless it is told `--again`. Where packing fails, `npm start` runs the sources, only later.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { freshPack, lastPack, launcher, type Pack, packFolder, packList, stateOf } from '../gateway/pack.ts';

const root = join(import.meta.dirname, '..');

/** What the code reads beside itself. */
const assets = ['web/hosted/style.css', 'web/hosted/icon.svg'];

/** Packages that read proto files beside their own code; they are loaded when somebody asks for health or reflection. */
const readingBeside = ['grpc-health-check', '@grpc/reflection'];

if (!freshPack() || !existsSync(launcher) || process.argv.includes('--again')) {
  try {
    await pack();
  } catch (error) {
    process.stderr.write(`The code could not be packed; the platform starts from its sources. ${error}\n`);
    launch('../../../gateway/main.ts');
  }
}

async function pack(): Promise<void> {
  const { rolldown } = await import('rolldown'); // slow to load, and seldom needed
  const bundle = await rolldown({
    input: { serve: join(root, 'gateway/serve.ts') },
    platform: 'node',
    external: readingBeside,
    onLog: () => {}, // about optional parts of libraries that are not installed
  });
  const { output } = await bundle.write({
    dir: packFolder,
    format: 'esm',
    entryFileNames: '[name]-[hash].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    keepNames: true, // libraries tell classes by their names
  });
  const chunks = output.filter((one) => one.type === 'chunk');
  const own = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => isOwn(id));
  for (const path of assets) copyFileSync(join(root, path), join(packFolder, basename(path)));
  const read = ['package-lock.json', 'tools/pack.ts', ...assets, ...own.map((id) => relative(root, id))];
  const sources = Object.fromEntries(read.map((path) => [path, stateOf(path)]));
  const entry = chunks.find(({ isEntry }) => isEntry)?.fileName ?? '';
  announce({ entry, files: output.map(({ fileName }) => fileName), sources });
}

/** Libraries change with the lock file alone. */
function isOwn(id: string): boolean {
  return id.startsWith(root) && !id.includes('node_modules');
}

/** The list comes last and at once: nobody starts from half a pack. The files of the pack before may still be loaded by a process. */
function announce(made: Pack): void {
  const kept = new Set([...made.files, ...(lastPack()?.files ?? []), basename(launcher)]);
  mkdirSync(packFolder, { recursive: true });
  writeAtOnce(packList, JSON.stringify(made));
  launch(`./${made.entry}`);
  for (const name of readdirSync(packFolder)) if (name.endsWith('.mjs') && !kept.has(name)) rmSync(join(packFolder, name));
}

/** Writes what `npm start` runs. It is plain JavaScript: to read a TypeScript file, Node would first load what strips its types. */
function launch(module: string): void {
  mkdirSync(packFolder, { recursive: true });
  const lines = [
    "import { enableCompileCache } from 'node:module';",
    "import { join } from 'node:path';",
    "enableCompileCache(join(import.meta.dirname, '../compiled'));",
    `await import(${JSON.stringify(module)});`,
  ];
  writeAtOnce(launcher, `${lines.join('\n')}\n`);
}

function writeAtOnce(file: string, text: string): void {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
