// The budgets of statements that docs/performance.md shows to readers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The table whose first column has this head: statements and commits by name. */
export function statementBudgets(head: string): ReadonlyMap<string, readonly [number, number]> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8');
  const [, table = ''] = new RegExp(`\\| ${head} \\| statements \\| commits \\|\\n\\|[-|]+\\n((?:\\|.*\\n)+)`).exec(text) ?? [];
  const cells = [...table.matchAll(/^\| (.+) \| (\d+) \| (\d+) \|$/gm)];
  return new Map(cells.map(([, name = '', statements, commits]) => [name, [Number(statements), Number(commits)] as const]));
}
