// Rows that statements write: every column gets its value, of any type.
import type { JsonValue } from '@bufbuild/protobuf';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { insertInto, type Row, tablesOf, unnest } from '../../services/kit/storage/tables.ts';
import { testDatabase } from '../kit/database.ts';
import { openStorage } from './storage.ts';

const ThingRecord = defineEntity({
  name: 'Thing',
  tableName: 'thing',
  properties: {
    id: p.uuid().primary(),
    amount: p.bigint('bigint'),
    madeAt: p.datetime(3),
    extra: p.json<JsonValue>().nullable(),
    raw: p.blob().$type<Buffer>().nullable(),
  },
});
const tables = tablesOf(ThingRecord);
const database = await openStorage(await testDatabase());
afterAll(() => database.close());

const full: Row<typeof ThingRecord> = {
  id: '00000000-0000-4000-8000-000000000001',
  amount: 9007199254740993n,
  made_at: new Date('2026-01-02T03:04:05.678Z'),
  extra: [{ a: 'x' }, "it's"],
  raw: Buffer.from([0, 255]),
};
const empty = { ...full, id: '00000000-0000-4000-8000-000000000002', extra: null, raw: null };

test('rows are read as they were inserted, including null columns', async () => {
  await database.query(insertInto(ThingRecord, [full, empty]));

  expect(await database.query(tables.selectFrom('thing').selectAll().orderBy('id'))).toEqual([full, empty]);
});

test('rows equal the records of a table', async () => {
  const rows = unnest(ThingRecord, ['raw', 'id', 'extra', 'made_at', 'amount'], [full, empty]);

  expect(await database.query(sql`select id, amount, made_at, extra, raw from ${rows} order by id`)).toEqual([full, empty]);
});

test('a row without one of its columns does not compile', () => {
  const { extra: _, ...lacking } = full;

  // @ts-expect-error: `extra` can be null, but must be named
  const short = insertInto(ThingRecord, [lacking]);
  // @ts-expect-error: a column has its own type
  const wrong = insertInto(ThingRecord, [{ ...full, amount: '1' }]);

  // @ts-expect-error: there is no such column
  expect(() => unnest(ThingRecord, ['id', 'other'], [full])).not.toThrow();

  expect([short, wrong]).toHaveLength(2);
});
