// Growing tables are keyed by platform, so that a distributed PostgreSQL can place their rows by it.
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { services } from '../../services/all.ts';
import { commonPlacements, distributionColumn, type Placement } from '../../services/kit/storage/placement.ts';
import { testDatabase } from '../kit/database.ts';
import { templateOf } from '../kit/doors.ts';
import { type CatalogTable, tablesIn } from './catalog.ts';

const client = new Client({ connectionString: await testDatabase(await templateOf(services)) });
await client.connect();
afterAll(() => client.end());

const tables: (CatalogTable & { placement: Placement | undefined })[] = [];
for (const { name: service, placements } of services)
  for (const table of await tablesIn(client, service))
    tables.push({ ...table, placement: { ...commonPlacements, ...placements }[table.name.slice(service.length + 1)] });

test('every other table has its platform first in each key', () => {
  const complaints = tables.filter(({ placement }) => !placement).flatMap(complaintsOf);

  expect(complaints).toEqual([]);
});

test('each placement of a service is of a table with other keys', () => {
  const declared = services.flatMap(({ name, placements = {} }) => Object.keys(placements).map((table) => `${name}.${table}`));
  const other = tables.filter((table) => table.placement && complaintsOf(table).length > 0).map(({ name }) => name);

  expect(declared.filter((name) => !other.includes(name))).toEqual([]);
  expect(other).toHaveLength(declared.length + services.length * Object.keys(commonPlacements).length);
});

test('each key of a directory contains the column that it is distributed by', () => {
  const directories = tables.filter(({ placement }) => placement && 'column' in placement);
  const wrong = directories.filter(({ placement, primary, uniques, foreignKeys }) => {
    const column = distributionColumn(placement) ?? '';
    return foreignKeys.length > 0 || [primary, ...uniques].some((key) => !key.includes(column));
  });

  expect(directories.length).toBeGreaterThan(5);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

/** What prevents placing the rows of a table by platform. */
function complaintsOf({ name, columns, primary, uniques, foreignKeys, triggers }: CatalogTable): string[] {
  const platform = columns.find((column) => column.name === 'platform_id');
  if (!platform || platform.isNullable) return [`${name} has no platform_id, or an empty one`];
  return [
    ...[primary, ...uniques].filter(([first]) => first !== 'platform_id').map((key) => `${name}: key (${key})`),
    ...foreignKeys
      .filter((key) => key.columns[0] !== 'platform_id' || key.targetColumns[0] !== 'platform_id')
      .map((key) => `${name}: foreign key (${key.columns}) to ${key.target}`),
    ...triggers.map((trigger) => `${name}: trigger ${trigger}`),
  ];
}
