// Arrays in the binary format: the database reads what was written.
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import * as arrays from '../../services/kit/storage/arrays.ts';
import { testDatabase } from '../kit/database.ts';

const client = new Client({ connectionString: await testDatabase(), options: '-c timezone=UTC' });
await client.connect();
afterAll(() => client.end());

/** The elements of an array, as texts of the database. */
async function readBack(type: string, array: Buffer): Promise<(string | null)[]> {
  const { rows } = await client.query<{ text: string | null }>(
    `select case when '${type}' = 'bytea' then encode(element::text::bytea, 'hex') else element::text end as text
      from unnest($1::${type}[]) with ordinality as list (element, place) order by place`,
    [array],
  );
  return rows.map(({ text }) => text);
}

interface Kind<Value> {
  readonly type: string;
  readonly write: arrays.WriteArray<Value>;
  readonly values: fc.Arbitrary<Value>;
  /** As the database writes it. */
  readonly textOf: (value: Value) => string;
}

const kind = <Value>(type: string, one: Omit<Kind<Value>, 'type'>) => ({ ...one, type }) as unknown as Kind<unknown>;

const integers = (bits: bigint) => fc.bigInt({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n });
/** PostgreSQL stores any text without NUL. */
const texts = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const times = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });

const kinds: Kind<unknown>[] = [
  kind('uuid', { write: arrays.uuids, values: fc.uuid(), textOf: (id) => id }),
  kind('text', { write: arrays.texts, values: texts, textOf: (text) => text }),
  kind('smallint', { write: arrays.smallints, values: integers(16n).map(Number), textOf: String }),
  kind('int', { write: arrays.ints, values: integers(32n).map(Number), textOf: String }),
  kind('bigint', { write: arrays.bigints, values: integers(64n), textOf: String }),
  kind('boolean', { write: arrays.booleans, values: fc.boolean(), textOf: String }),
  kind('date', { write: arrays.dates, values: times.map(dayOf), textOf: (day) => day }),
  kind('bytea', { write: arrays.byteStrings, values: fc.uint8Array(), textOf: toHex }),
];

test.each(kinds)('arrays of $type are read as written, with nulls and repeated values', async (one) => {
  const { type, write, values, textOf } = one;
  const lists = fc.array(fc.option(values), { maxLength: 20 }).map((list) => [...list, ...list.slice(-1)]);

  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const array = write(list, (value) => value);
      expect(await readBack(type, array)).toEqual(list.map((value) => (value === null ? null : textOf(value))));
    }),
    { numRuns: 50 },
  );
});

test('arrays of times are read as written, to the millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(times, { maxLength: 20 }), async (list) => {
      const { rows } = await client.query<{ ms: string }>(
        `select (extract(epoch from element) * 1000)::bigint as ms
          from unnest($1::timestamptz[]) with ordinality as list (element, place) order by place`,
        [arrays.times(list, (time) => time)],
      );
      expect(rows.map(({ ms }) => Number(ms))).toEqual(list.map((time) => time.getTime()));
    }),
    { numRuns: 50 },
  );
});

test('times without an end are read as written', async () => {
  const endless = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

  expect(
    await readBack(
      'timestamptz',
      arrays.times(endless, (time) => time),
    ),
  ).toEqual(['-infinity', 'infinity']);
});

test('texts are written as bytes, and as JSON', async () => {
  const rows = ['{"a": "ü"}', '[]'];

  expect(
    await readBack(
      'bytea',
      arrays.textBytes(rows, (text) => text),
    ),
  ).toEqual(rows.map((text) => toHex(Buffer.from(text))));
  expect(
    await readBack(
      'jsonb',
      arrays.jsons(rows, (text) => text),
    ),
  ).toEqual(rows);
});

test.each([
  ['a text that is no uuid', /Not a uuid/, () => arrays.uuids(['0'.repeat(36)], (id) => id)],
  ['a uuid with another digit', /Not a uuid/, () => arrays.uuids(['0199c2f0-0000-7000-8000-00000000000g'], (id) => id)],
  [
    'a uuid with a digit of another script',
    /Not a uuid/,
    () => arrays.uuids(['0199c2f0-0000-7000-8000-00000000000９'], (id) => id),
  ],
  ['a text that is no date', /Not a date/, () => arrays.dates(['2026-1-31'], (day) => day)],
  ['an integer that is too large', /out of range/, () => arrays.ints([2 ** 31], (number) => number)],
  ['a bigint that is too large', /out of range/, () => arrays.bigints([2n ** 63n], (number) => number)],
])('%s is refused, and not written as another value', (_, message, write) => {
  expect(write).toThrow(message);
});
