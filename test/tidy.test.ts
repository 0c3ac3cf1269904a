// What a machine can check of the house style: who may import whom, how long things are, which words we do not use.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type CallExpression, type Node, parse } from 'acorn';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = sourceFiles();
const code = files.filter((name) => !name.startsWith('test/'));

test('every import goes the one allowed way', () => {
  const wrong = code.flatMap((file) => importsOf(file).flatMap((target) => complaint(file, target)));

  expect(wrong).toEqual([]);
});

test('nine of ten files have fewer than 150 lines, none more than 300', () => {
  const lengths = code.map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }));

  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
  expect(shareOf(lengths, ({ lines }) => lines < 150)).toBeGreaterThanOrEqual(0.9);
});

test('nine of ten functions have 30 lines or fewer, none more than 60', { timeout: 60_000 }, () => {
  const functions = files.flatMap(functionsOf);

  expect(functions.filter(({ lines }) => lines > 60)).toEqual([]);
  expect(shareOf(functions, ({ lines }) => lines <= 30)).toBeGreaterThanOrEqual(0.9);
});

test('every file says in its first line what it is for', () => {
  const silent = files.filter((file) => !/^(#!.*\n)?(\/\/ \S|\/\*\*)/.test(textOf(file)));

  expect(silent).toEqual([]);
});

test('names avoid the words that say nothing', () => {
  const names = code.flatMap((file) => exportsOf(file).map((name) => `${file}: ${name}`));

  // Words of the contract and of WebAuthn stay as they are: `accountInfo`, `clientData`.
  expect(
    names.filter(
      (name) =>
        !/(AccountInfo|BusinessInfo|WalletInfo|ClientData|AuthenticatorData)$/.test(name) &&
        /(Manager|Helper|Util|Utils|Base|Data|Info)$/.test(name),
    ),
  ).toEqual([]);
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|misc|common)(\/|\.ts$)|(^|\/)index\.ts$/.test(file))).toEqual([]);
});

test('the wall clock and randomness are read in one place each', () => {
  const reads = (pattern: RegExp) => code.filter((file) => pattern.test(withoutComments(file)));

  expect(
    reads(/\bDate\.now\(|\bnew Date\(\)/).filter((file) => !file.startsWith('bench/') && !file.startsWith('tools/')),
  ).toEqual(['services/kit/clock.ts']);
  expect(reads(/\bMath\.random\(/)).toEqual([]);
});

test('every service has a door and a README of 20 lines or fewer', () => {
  for (const name of serviceNames()) {
    expect(files, name).toContain(`services/${name}/service.ts`);
    expect(textOf(`services/${name}/README.md`).trimEnd().split('\n').length, name).toBeLessThanOrEqual(20);
  }
});

/** Why an import is not allowed; empty when it is. */
function complaint(file: string, target: string): string[] {
  const because = (reason: string) => [`${file} imports ${target}: ${reason}`];
  const [, service = ''] = /^services\/([^/]+)\//.exec(file) ?? [];
  const [, other = ''] = /^services\/([^/]+)\//.exec(target) ?? [];
  const isOwn = service === other;
  const layer = file.split('/')[2] ?? '';

  if (target.startsWith('test/')) return because('production code knows no tests');
  if (service === 'kit' && other && !isOwn) return because('the kit knows no service');
  if (service && target.startsWith('gateway/')) return because('services do not know the gateway');
  if (service && service !== 'kit' && other && !isOwn && other !== 'kit')
    return because('another service is reached by RPC only');
  if (file.startsWith('gateway/') && other && other !== 'kit') return because('the gateway knows no service');
  if (layer === 'domain' && isStorage(target)) return because('the domain is pure');
  if (layer === 'domain' && isOwn && !target.includes('/domain/')) return because('the domain imports nothing but the domain');
  if (['methods', 'steps', 'jobs'].includes(layer) && isStorage(target)) return because('only the store knows the database');
  return [];
}

const isStorage = (target: string) => /^(@mikro-orm\/|kysely$|pg$)/.test(target) || target === 'services/kit/database.ts';

function importsOf(file: string): string[] {
  const targets = [...textOf(file).matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)];
  return targets.map(([, from = '', dynamic = '']) => resolve(file, from || dynamic));
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith('.') ? relative(root, join(root, dirname(file), specifier)) : specifier;
}

function exportsOf(file: string): string[] {
  return [...textOf(file).matchAll(/^export (?:async )?(?:class|interface|type|function|const) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}

function functionsOf(file: string): { at: string; lines: number }[] {
  const program = parse(stripTypeScriptTypes(textOf(file)), { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const found: { at: string; lines: number }[] = [];
  const chapters = new Set<unknown>(); // what a `describe` holds are tests, each a function of its own
  visit(program, (node) => {
    if (isChapter(node)) for (const argument of node.arguments) chapters.add(argument);
    if (!/Function/.test(node.type) || !node.loc || chapters.has(node)) return;
    found.push({ at: `${file}:${node.loc.start.line}`, lines: node.loc.end.line - node.loc.start.line + 1 });
  });
  return found;
}

/** A call of `describe` or `describe.each`. */
function isChapter(node: Node): node is CallExpression {
  if (node.type !== 'CallExpression') return false;
  return /^describe\b/.test(calleeOf(node as CallExpression));
}

function calleeOf({ callee }: CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'CallExpression') return calleeOf(callee);
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier' ? callee.object.name : '';
}

function visit(node: Node, each: (node: Node) => void): void {
  each(node);
  for (const child of Object.values(node).flat()) {
    if (child && typeof child === 'object' && 'type' in child) visit(child as Node, each);
  }
}

const withoutComments = (file: string) => textOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

function shareOf<T>(all: readonly T[], holds: (one: T) => boolean): number {
  return all.filter(holds).length / all.length;
}

function serviceNames(): string[] {
  const names = files.map((file) => /^services\/([^/]+)\//.exec(file)?.[1]).filter((name) => name && name !== 'kit');
  return [...new Set(names)].map(String);
}

const texts = new Map<string, string>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
  texts.set(file, text);
  return text;
}

/** What git tracks, and what it would. */
function sourceFiles(): string[] {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(listing.trim().split('\n'))].filter((file) => !file.startsWith('gen/')).sort();
}
