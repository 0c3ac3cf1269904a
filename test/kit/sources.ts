// The sources of the project as text and as syntax trees: the checks are in tidy.test.ts.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type CallExpression, type Node, parse, type TaggedTemplateExpression } from 'acorn';

const root = join(import.meta.dirname, '../..');
const texts = new Map<string, string>();

/** The configuration of the test runner counts as test code. */
export const isTest = (file: string) => file.startsWith('test/') || file === 'vitest.config.ts';

export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
  texts.set(file, text);
  return text;
}

/** Files that git tracks, and untracked ones that it does not ignore, sorted by name. */
export function sourceFiles(ending: '.ts' | '.proto' | '.md'): string[] {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', `*${ending}`], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(listing.trim().split('\n'))].filter((file) => existsSync(join(root, file))).sort();
}

/** As `wc -l` counts them. */
export const linesOf = (file: string) => textOf(file).split('\n').length - 1;

export const withoutComments = (file: string) => textOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

/** The imports of a file: paths from the root, or names of packages. */
export function importsOf(file: string): string[] {
  const targets = [...textOf(file).matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)];
  return targets.map(([, from = '', dynamic = '']) => resolve(file, from || dynamic));
}

export interface ImportedName {
  readonly target: string;
  readonly name: string;
  readonly isType: boolean;
}

/** The names that a file imports, each with its target. */
export function namesImportedBy(file: string): ImportedName[] {
  const imports = [...textOf(file).matchAll(/^import (type )?\{([^}]*)\} from '([^']+)'/gm)];
  return imports.flatMap(([, type, names = '', from = '']) => {
    const parts = names.split(',').map((part) => part.trim());
    return parts.filter(Boolean).map((part) => ({
      target: resolve(file, from),
      name: part.replace(/^type /, '').replace(/ as .*$/, ''),
      isType: type !== undefined || part.startsWith('type '),
    }));
  });
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith('.') ? relative(root, join(root, dirname(file), specifier)) : specifier;
}

export function exportsOf(file: string): string[] {
  return [...textOf(file).matchAll(/^export (?:async )?(?:class|interface|type|function|const) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}

/** Every function of a file, with its lines. */
export function functionsOf(file: string): { at: string; lines: number }[] {
  const program = parse(stripTypeScriptTypes(textOf(file)), { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const found: { at: string; lines: number }[] = [];
  const chapters = new Set<unknown>(); // a `describe` contains tests, each a function of its own
  visit(program, (node) => {
    if (isChapter(node)) for (const argument of node.arguments) chapters.add(argument);
    if (!/Function/.test(node.type) || !node.loc || chapters.has(node)) return;
    found.push({ at: `${file}:${node.loc.start.line}`, lines: node.loc.end.line - node.loc.start.line + 1 });
  });
  return found;
}

/** Templates of a file with a tag: the texts between their values. */
export function templatesOf(file: string, tag: string): { line: number; parts: readonly string[] }[] {
  const program = parse(stripTypeScriptTypes(textOf(file)), { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const found: { line: number; parts: readonly string[] }[] = [];
  visit(program, (node) => {
    if (node.type !== 'TaggedTemplateExpression') return;
    const { tag: by, quasi, loc } = node as TaggedTemplateExpression;
    if (by.type !== 'Identifier' || by.name !== tag) return;
    found.push({ line: loc?.start.line ?? 0, parts: quasi.quasis.map(({ value }) => value.cooked ?? '') });
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
