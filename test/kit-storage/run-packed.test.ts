// Packed code runs with the bytecode of an earlier start, unless its sources have changed: services/kit/process/run-packed.ts, pack.ts.
import { mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stateOf } from '../../services/kit/process/pack.ts';
import { bytecodeFolder, runPacked } from '../../services/kit/process/run-packed.ts';

const program = `
  const { basename, join } = require('node:path');
  const sum = require('./sum.cjs');
  const again = require('./sum.cjs');
  exports.started = Promise.resolve(true);
  globalThis.packedResult = { sum: sum.add(2, 3), isOneModule: sum === again, file: join(__dirname, basename(__filename)) };
`;

test('files load each other as CommonJS modules, and each one once', async () => {
  const folder = packOf({ 'program.cjs': program });

  await run(folder);

  expect(result()).toEqual({ sum: 5, isOneModule: true, file: join(folder, 'program.cjs') });
});

test('a second start uses the bytecode of the first and leaves it as it is', async () => {
  const folder = packOf({ 'program.cjs': program });
  await run(folder);
  const first = bytecodeOf(folder);

  await run(folder);

  expect([...first.keys()]).toEqual(['program.cjs', 'sum.cjs']);
  expect(bytecodeOf(folder)).toEqual(first);
});

test.each([
  ['short', (file: string) => truncateSync(file, 20)],
  ['empty', (file: string) => truncateSync(file, 0)],
  ['changed', (file: string) => writeFileSync(file, readFileSync(file).fill(7, 40, 60))],
])('a start replaces bytecode that is damaged: %s', async (_, damage) => {
  const folder = packOf({ 'program.cjs': program });
  await run(folder);
  const before = bytecodeOf(folder);
  damage(pathsOf(folder).get('sum.cjs') ?? '');

  await run(folder);

  expect(result()).toMatchObject({ sum: 5 });
  const after = bytecodeOf(folder);
  expect(after.get('sum.cjs')?.inode).not.toBe(before.get('sum.cjs')?.inode);
  expect(after.get('sum.cjs')?.bytes).toBe(before.get('sum.cjs')?.bytes);
});

test.each([
  ['does not start', 'new Promise(() => {})'],
  ['ends soon', 'Promise.resolve(false)'],
])('a program that %s leaves no bytecode', async (_, started) => {
  const folder = packOf({ 'program.cjs': program.replace('Promise.resolve(true)', started) });

  await run(folder);

  expect(result()).toMatchObject({ sum: 5 });
  expect(readdirSync(folder)).not.toContain(bytecodeFolder);
});

test('a file that failed to load is loaded again at its next use', async () => {
  const failing = `
    globalThis.packedResult = {};
    exports.started = Promise.resolve(true);
    const load = () => require('./late.cjs').value;
    try { load(); } catch (error) { globalThis.packedResult.first = error.message; }
    try { globalThis.packedResult.second = load(); } catch (error) { globalThis.packedResult.second = error.message; }
  `;
  const late = `if (!globalThis.packedResult.first) throw new Error('no file descriptors');\nexports.value = 'loaded';`;
  const folder = packOf({ 'program.cjs': failing, 'late.cjs': late });

  await run(folder);

  expect(result()).toEqual({ first: 'no file descriptors', second: 'loaded' });
});

test('a program runs although its bytecode cannot be written', async () => {
  const folder = packOf({ 'program.cjs': program, [bytecodeFolder]: 'a file in place of the folder' });

  await run(folder);

  expect(result()).toMatchObject({ sum: 5 });
});

test('a source in an image, which keeps whole seconds of its time, has not changed; an edited or removed one has', () => {
  const folder = packOf({ 'source.ts': 'const a = 1;' });
  const source = join(folder, 'source.ts');
  utimesSync(source, 1_700_000_000.75, 1_700_000_000.75);
  const packed = stateOf(source);

  utimesSync(source, 1_700_000_000, 1_700_000_000);
  const inImage = stateOf(source);
  utimesSync(source, 1_700_000_001, 1_700_000_001);
  const later = stateOf(source);
  writeFileSync(source, 'const a = 10;');
  utimesSync(source, 1_700_000_000, 1_700_000_000);
  const longer = stateOf(source);

  expect(inImage).toBe(packed);
  expect([later, longer, stateOf(join(folder, 'gone.ts'))]).not.toContain(packed);
});

function packOf(files: Record<string, string>): string {
  onTestFinished(() => {
    delete (globalThis as { packedResult?: unknown }).packedResult;
  });
  const folder = mkdtempSync(join(tmpdir(), 'payments-packed-'));
  const all = { 'sum.cjs': 'exports.add = (one, other) => one + other;', ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Until its bytecode is written, which follows at once. */
async function run(folder: string): Promise<void> {
  runPacked(folder, 'program.cjs');
  await new Promise((resolve) => setImmediate(resolve));
}

function result(): unknown {
  return (globalThis as { packedResult?: unknown }).packedResult;
}

function pathsOf(folder: string): Map<string, string> {
  const [kept = ''] = readdirSync(join(folder, bytecodeFolder));
  const inside = join(folder, bytecodeFolder, kept);
  return new Map(readdirSync(inside).map((name) => [name, join(inside, name)]));
}

/** The inode changes when the file is written again. */
function bytecodeOf(folder: string): Map<string, { inode: number; bytes: number }> {
  const stats = [...pathsOf(folder)].map(([name, path]) => [name, statSync(path)] as const);
  return new Map(stats.map(([name, { ino, size }]) => [name, { inode: ino, bytes: size }]));
}
