// Retention: every table is documented, old rows are removed completely, and needed rows stay.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { services } from '../../services/all.ts';
import { type KeptDays, keptDaysDefault } from '../../services/kit/storage/retention.ts';
import { select } from '../kit/books.ts';
import { makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';
import { csv, person, upload } from '../services/customers/csv-files.ts';

const keptDays: KeptDays = { ...keptDaysDefault, expiredQuotes: 50, imports: 20 };
const world = await startWorld({ settings: { keptDays } });

const schemas = services.map(({ name }) => name);
const rules = services.flatMap(({ name, retention }) => (retention?.(keptDays) ?? []).map((rule) => ({ ...rule, schema: name })));
const listed = new Set(
  [...readFileSync('docs/retention.md', 'utf8').matchAll(/`([a-z]+|\*)\.([a-z_]+)`/g)].map(([, ...name]) => name.join('.')),
);

async function passDays(days: number): Promise<void> {
  world.wall.advance(days * 86_400_000);
  await world.settle();
}

test('docs/retention.md lists exactly the tables of the database', async () => {
  const tables = await select<{ schema: string; name: string }>(
    world.databaseUrl,
    `select table_schema as schema, table_name as name from information_schema.tables where table_schema = any($1)`,
    [schemas],
  );

  const names = new Set(tables.flatMap(({ schema, name }) => (listed.has(`*.${name}`) ? `*.${name}` : `${schema}.${name}`)));

  expect([...names].toSorted()).toEqual([...listed].toSorted());
});

test('every sweep finds its rows by an index', async () => {
  const indexes = await select<{ at: string }>(
    world.databaseUrl,
    `select format('%s.%s %s', schemaname, tablename, substring(indexdef from '\\((\\w+)')) as at from pg_indexes where schemaname = any($1)`,
    [schemas],
  );
  const known = new Set(indexes.map(({ at }) => at));

  const slow = rules.map(({ schema, table, since }) => `${schema}.${table} ${since}`).filter((name) => !known.has(name));

  console.info(`Retention: ${rules.length} rules, all by an index; ${listed.size} tables are listed.`);
  expect(rules.length).toBeGreaterThan(10);
  expect(slow).toEqual([]);
});

test('an unexecuted quote is removed long after it expired, and no longer counted; a payment stays', async () => {
  const payer = await makePayer(world.rest, 100_000);
  const payee = await makePayee(world.rest, payer.customerId);
  const paid = await makeQuote(world.rest, { from: payer.accountId, to: payee, amount: 20_000 });
  await world.rest('POST', `/quotes/${paid.id}/execute`);
  await world.settle();
  const total = async () => (await world.rest('GET', '/transactions')).body.totalCount;
  const before = await total();
  const ids = [];
  for (let count = 0; count < 3; count++) {
    ids.push((await makeQuote(world.rest, { from: payer.accountId, to: payee, amount: 10_000 })).id);
  }

  await passDays(keptDays.expiredQuotes - 1);
  const kept = [await total(), (await world.rest('GET', `/quotes/${ids[0]}`)).body.status];
  await passDays(2);

  expect(kept).toEqual([before + 3, 'EXPIRED']);
  expect([await total(), (await world.rest('GET', `/quotes/${ids[0]}`)).status]).toEqual([before, 404]);
  expect((await world.rest('GET', `/quotes/${paid.id}`)).body.status).toBe('COMPLETED');
  expect((await world.rest('GET', `/transactions?customerId=${payer.customerId}`)).body.totalCount).toBe(before);
});

test('an import is removed with the errors of its rows', async () => {
  const { body } = await upload(world.rest, csv([person('bad', { birthDate: 'x' })]));
  await world.settle();
  const get = () => world.rest('GET', `/customers/bulk/jobs/${body.jobId}`);

  await passDays(keptDays.imports - 1);
  const before = (await get()).status;
  await passDays(2);

  expect([before, (await get()).status]).toEqual([200, 404]);
  expect(await select(world.databaseUrl, 'select * from customers.customer_import_error')).toEqual([]);
});
