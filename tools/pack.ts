// Packs the code of the platform and of its libraries into a few files, so that a start need not find and read two thousand. Does
// nothing if the pack is fresh, unless `--again` is given. If packing fails, `npm start` runs the sources, which start more slowly.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { basename, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { freshPack, lastPack, launcher, type Pack, packFolder, packList, stateOf } from '../services/kit/process/pack.ts';
import { bytecodeFolder } from '../services/kit/process/run-packed.ts';

const root = join(import.meta.dirname, '..');

/** Files that the code reads at run time. */
const assets = ['web/hosted/style.css', 'web/hosted/icon.svg', 'web/developers/developers.css', 'web/console/console.css'];

/** Packages that read proto files next to their code, and large ones. They are loaded when they are first needed. */
const loadedLater = [
  'grpc-health-check',
  '@grpc/reflection',
  '@scalar/fastify-api-reference',
  '@modelcontextprotocol/server',
  'rolldown',
];

/** The file of the pack that runs the others. */
const runner = 'run-packed';

const httpModule = '\0http';

/**
 * An import of node:http reads all its properties, and those of the web (`http.WebSocket`) load Node.js's own undici, which the platform does
 * not use at its start. The packed code reads the other properties of the module instead.
 */
const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  resolveId: (source, _importer, { kind }) => (kind !== 'require-call' && /^(node:)?http$/.test(source) ? httpModule : undefined),
  load: (id) => {
    if (id !== httpModule) return undefined;
    const properties = Object.entries(Object.getOwnPropertyDescriptors(http));
    const names = properties.filter(([, { get }]) => !get).map(([name]) => name);
    return `const http = process.getBuiltinModule('node:http');\nexport default http;\nexport const { ${names.join(', ')} } = http;\n`;
  },
};

if (!freshPack() || !existsSync(launcher) || process.argv.includes('--again')) {
  try {
    await pack();
  } catch (error) {
    process.stderr.write(`The code could not be packed; the platform starts from its sources. ${error}\n`);
    launch("import('../../../gateway/main.ts')");
  }
}

async function pack(): Promise<void> {
  const { rolldown } = await import('rolldown'); // slow to load, and rarely needed
  const bundle = await rolldown({
    input: { [runner]: join(root, 'services/kit/process/run-packed.ts'), ...programs() },
    platform: 'node',
    external: loadedLater,
    plugins: [httpWithoutFetch],
    onLog: () => {}, // about optional parts of libraries that are not installed
  });
  const { output } = await bundle.write({
    dir: packFolder,
    format: 'cjs', // V8 creates bytecode of scripts after their start, but not of modules
    dynamicImportInCjs: false,
    entryFileNames: '[name]-[hash].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    keepNames: true, // libraries identify classes by name
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } }, // V8 reads ASCII faster
  });
  const chunks = output.filter((one) => one.type === 'chunk');
  const own = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => isOwn(id));
  const { buildConsole } = await import('../web/console/build.ts');
  const { script, sources: scripts } = await buildConsole();
  writeAtOnce(join(packFolder, 'console.js'), script);
  for (const path of assets) copyFileSync(join(root, path), join(packFolder, basename(path)));
  const read = ['package-lock.json', 'tools/pack.ts', ...assets, ...scripts, ...own.map((id) => relative(root, id))];
  const sources = Object.fromEntries(read.map((path) => [path, stateOf(path)]));
  const firstFiles = chunks.filter(({ isEntry }) => isEntry).map(({ name, fileName }) => [name, fileName]);
  const { [runner]: run = '', ...firsts } = Object.fromEntries(firstFiles) as Record<string, string>;
  announce({ programs: firsts, files: output.map(({ fileName }) => fileName), sources }, run);
}

/** The first source file of each program by name: the whole platform, and each service alone. */
function programs(): Record<string, string> {
  const alone = readdirSync(join(root, 'services')).map((name) => [name, join(root, 'services', name, 'serve.ts')]);
  return { gateway: join(root, 'gateway/serve.ts'), ...Object.fromEntries(alone.filter(([, file = '']) => existsSync(file))) };
}

/** Libraries change only with the lock file. */
function isOwn(id: string): boolean {
  return id.startsWith(root) && !id.includes('node_modules');
}

/**
 * The list is written last and atomically, so that no process starts from a partial pack. A process may still load files of the previous
 * pack.
 */
function announce(made: Pack, run: string): void {
  const kept = new Set([...made.files, ...(lastPack()?.files ?? []), basename(launcher)]);
  mkdirSync(packFolder, { recursive: true });
  writeAtOnce(packList, JSON.stringify(made));
  launch(`require('./${run}').runPacked(__dirname, '${made.programs.gateway}')`);
  for (const name of readdirSync(packFolder)) if (/\.[cm]js$/.test(name) && !kept.has(name)) rmSync(join(packFolder, name));
  rmSync(join(packFolder, bytecodeFolder), { recursive: true, force: true });
}

/** Writes the file that `npm start` runs. It is plain JavaScript: for a TypeScript file, Node.js would first load its type stripper. */
function launch(statement: string): void {
  mkdirSync(packFolder, { recursive: true });
  writeAtOnce(launcher, `${statement};\n`);
}

function writeAtOnce(file: string, text: string): void {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
