// Migrations: forward, once, and never under an outdated program.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
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

test('a program works beside later migrations that only add, and beside no others', async () => {
  const url = await testDatabase();
  const adding = { ...second, onlyAdds: true };
  const removing = { name: '0003-third', sql: 'drop table first' };
  await (await openStorage(url, [first, adding])).close();

  const older = await openStorage(url, [first]);
  expect(await older.query(sql`select id from first`)).toEqual([]);
  await older.close();
  await (await openStorage(url, [first, adding, removing])).close();
  await expect(openStorage(url, [first, adding])).rejects.toThrow('has the migration 0003-third. Start the newer version.');
});

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
