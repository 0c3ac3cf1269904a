// Every statement of the `sql` tag is one that the migrated database takes: it has the tables and columns that it names.
import { join } from 'node:path';
import { type CompiledQuery, type OperationNode, RawNode } from 'kysely';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { services } from '../../services/all.ts';
import type { Database, Statement } from '../../services/kit/storage/database.ts';
import { tablesOf } from '../../services/kit/storage/tables.ts';
import { testDatabase } from '../kit/database.ts';
import { templateOf } from '../kit/doors.ts';
import { sourceFiles, templatesOf, textOf } from '../kit/sources.ts';
import { type Shape, specimen } from './specimen.ts';

const client = new Client({ connectionString: await testDatabase(await templateOf(services)) });
await client.connect();
afterAll(() => client.end());

const shapes: readonly (Shape & { finds: boolean })[] = [true, false].flatMap((finds) => [
  { isFull: true, hasAll: true, finds },
  { isFull: true, hasAll: false, finds },
  { isFull: false, hasAll: false, finds },
]);

/** Their statements depend on words or columns that specimens do not know. The tests named run them all. */
const testedElsewhere = new Set([
  'services/transfers/store/transaction-counts.ts', // list-counts.test.ts
  'services/accounts/store/audit-findings.ts', // ledger-audit.test.ts
  'services/kit/storage/resealing.ts', // reseal.test.ts, for each sealed column
]);

const files = sourceFiles('.ts')
  .filter((file) => /^services\/(kit|[a-z]+\/store)\//.test(file) && isQuerying(file))
  .filter((file) => !testedElsewhere.has(file));
const statements = new Map<string, readonly CompiledQuery[]>();
for (const file of files) statements.set(file, await statementsOf(file));

test.each(files)('the database takes the statements of %s', async (file) => {
  await client.query(`set search_path = ${schemaOf(file)}`);

  const refusals: string[] = [];
  for (const { sql, query } of statements.get(file) ?? []) if (RawNode.is(query)) refusals.push(...(await refusalOf(sql)));
  expect(refusals).toEqual([]);
});

// Some templates are reached with particular arguments only: by the tests of their own. Their number may shrink, and not grow.
test('nearly all templates are in a statement that was prepared', () => {
  const prepared = new Set([...statements.values()].flat().flatMap(({ query }) => fragmentsIn(query)));
  const templates = files.flatMap((file) =>
    templatesOf(file, 'sql').map(({ line, parts }) => ({ at: `${file}:${line}`, parts })),
  );

  const others = templates.filter(({ parts }) => !prepared.has(parts.join('?'))).map(({ at }) => at);
  expect(others.length, others.join('\n')).toBeLessThanOrEqual(60);
  expect(templates.length).toBeGreaterThan(250);
});

function isQuerying(file: string): boolean {
  return /\bfrom 'kysely'|\/tables\.ts'/.test(textOf(file));
}

const schemaOf = (file: string) => file.replace(/^services\/([a-z]+)\/.*/, '$1').replace('kit', 'platform');

/** Why the database does not take a statement; nothing when it does. */
async function refusalOf(sql: string): Promise<string[]> {
  try {
    await client.query(`prepare statement as ${sql}`);
    await client.query('deallocate statement');
    return [];
  } catch (error) {
    return [`${(error as Error).message}: ${sql}`];
  }
}

/** What the functions of a file have the database do, whatever they are given. */
async function statementsOf(file: string): Promise<CompiledQuery[]> {
  const exports = Object.entries<unknown>(await import(join('../..', file)));
  const exported = exports.flatMap(([name, one]) => (name.startsWith('start') ? [] : one)); // a loop would never end
  const found = new Map<string, CompiledQuery>();
  for (const shape of shapes) {
    const any = specimen(shape);
    const database = recorder(shape.finds ? [any] : [], any, ({ sql, query, ...rest }) =>
      found.set(sql, { sql, query, ...rest }),
    );
    for (const one of exported) {
      const made = await outcome(one, [database, any, any]);
      for (const rows of [made, await outcome(one, [any, database, any])].filter((rows) => rows && typeof rows === 'object'))
        for (const method of Object.values(rows as object)) await outcome(method, [any, any, any]);
    }
  }
  return [...found.values()];
}

/** A function that is not for specimens ends early; what it has asked for by then counts. */
async function outcome(call: unknown, given: readonly unknown[]): Promise<unknown> {
  if (typeof call !== 'function' || /^class\b/.test(String(call))) return undefined;
  try {
    return await call(...given);
  } catch {
    return undefined;
  }
}

function recorder(rows: readonly unknown[], any: object, record: (statement: CompiledQuery) => void): Partial<Database> {
  const tables = tablesOf();
  let asked = 0;
  const database = {
    em: any as never,
    query: async (statement: Statement<never>) => {
      if (typeof statement.compile === 'function') record(statement.compile(tables));
      return (asked++ < 500 ? rows : []) as never[]; // or a sweep would never end
    },
    notify: () => undefined,
    listen: async () => async () => undefined,
    transaction: (work: (tx: never) => Promise<never>) => work(database as never),
    life: { holder: 1, dead: () => [1], isDead: () => false },
  };
  return database;
}

/** Of the templates in a statement, at any depth. */
function fragmentsIn(node: unknown): string[] {
  if (!node || typeof node !== 'object') return [];
  const inside = Object.values(node).flatMap((child) => fragmentsIn(child));
  return RawNode.is(node as OperationNode) ? [(node as RawNode).sqlFragments.join('?'), ...inside] : inside;
}
