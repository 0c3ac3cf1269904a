// Migrations: forward, once, and never under an outdated program.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Migration } from '../../services/kit/storage/migrations.ts';
import { testDatabase } from '../kit/database.ts';
import { openStorage } from './storage.ts';

const first = { name: '0001-first', sql: 'create table first (id int)' };
const second = { name: '0002-second', sql: 'create table second (id int); insert into second values (2)' };

test('migrations run once, in order, and later ones follow', async () => {
  const url = await testDatabase();
  await (await openStorage(url, [first])).close();
  await (await openStorage(url, [first, second])).close();
  const database = await openStorage(url, [first, second]);

  expect(await database.query(sql`select id from second`)).toEqual([{ id: 2 }]);
  await database.close();
});

test('a program that is older than the database refuses to start', async () => {
  const url = await testDatabase();
  await (await openStorage(url, [first, second])).close();

  await expect(openStorage(url, [first])).rejects.toThrow(
    'The database is newer than this program: the schema "storage" has the migration 0002-second. Start the newer version.',
  );
});

test('a program works beside later migrations from the one that they name, and beside no others', async () => {
  const url = await testDatabase();
  const adding = { ...second, worksFrom: '0001-first' };
  const removing = { name: '0003-third', sql: 'drop table first', worksFrom: '0002-second' };
  const breaking = { name: '0004-fourth', sql: 'drop table second' };
  const versions = [[first], [first, adding], [first, adding, removing], [first, adding, removing, breaking]];
  const starts: boolean[][] = [];

  for (const newest of versions) {
    await (await openStorage(url, newest)).close();
    starts.push(await Promise.all(versions.filter(({ length }) => length <= newest.length).map((older) => canStart(url, older))));
  }

  expect(starts).toEqual([[true], [true, true], [false, true, true], [false, false, false, true]]);
  await expect(openStorage(url, [first, adding])).rejects.toThrow('has the migration 0004-fourth. Start the newer version.');
});

async function canStart(url: string, migrations: readonly Migration[]): Promise<boolean> {
  const started = await openStorage(url, migrations).catch(() => undefined);
  await started?.close();
  return started !== undefined;
}

test('a failed migration changes nothing', async () => {
  const url = await testDatabase();
  const broken = { name: '0003-broken', sql: 'create table third (id int); select * from nowhere' };

  await expect(openStorage(url, [first, second, broken])).rejects.toThrow('nowhere');

  const database = await openStorage(url, [first, second]);
  expect(await database.query(sql`select to_regclass('third')::text as found`)).toEqual([{ found: null }]);
  await database.close();
});

test('processes that start together migrate once', async () => {
  const fresh = await testDatabase();

  const opened = await Promise.all([1, 2, 3].map(() => openStorage(fresh, [first, second])));

  expect(await opened[0]?.query(sql`select id from second`)).toEqual([{ id: 2 }]);
  await Promise.all(opened.map((database) => database.close()));
});
