// What the codec refuses, and the field that it names.
import { expect, test } from 'vitest';
import { read } from './specimen-json.ts';

const number = 'must be a number';
const integer = 'must be an integer';
const long = 'must be between -9007199254740991 and 9007199254740991';
const colours = { enum: ['RED', 'blue.deep'] };
const time = { constraint: { format: 'date-time' }, message: 'must be an RFC 3339 time' };
const kinds = { enum: ['PLANT', 'MINERAL', 'STONE', 'VOID'] };
const allowed = 'is not one of the allowed values';

const wrong: [json: object, field: string, error: string | object][] = [
  [{ name: 5 }, 'name', 'must be a string'],
  [{ name: null }, 'name', 'must not be null'],
  [{ isRare: 'true' }, 'isRare', 'must be true or false'],
  [{ weight: '5' }, 'weight', integer],
  [{ weight: 1.5 }, 'weight', integer],
  [{ weight: 2 ** 53 }, 'weight', long],
  [{ weight: -(2 ** 53) }, 'weight', long],
  [{ views: -1 }, 'views', 'must be between 0 and 9007199254740991'],
  [{ row: 2 ** 31 }, 'row', 'must be between -2147483648 and 2147483647'],
  [{ shelf: -1 }, 'shelf', 'must be between 0 and 4294967295'],
  [{ ratio: '1' }, 'ratio', number],
  [{ rate: '1' }, 'rate', number],
  [{ seal: 'a' }, 'seal', 'must be a base64 string'],
  [{ seal: '-_8=' }, 'seal', 'must be a base64 string'],
  [{ colour: 'red' }, 'colour', { constraint: colours, message: allowed }],
  [{ colour: 'UNSPECIFIED' }, 'colour', { constraint: colours, message: allowed }],
  [{ colour: 'INFRARED' }, 'colour', { constraint: colours, message: allowed }],
  [{ colour: 'DEEP_BLUE' }, 'colour', { constraint: colours, message: allowed }],
  [{ colour: 1 }, 'colour', { constraint: colours, message: 'must be a string' }],
  [{ foundAt: '2025-02-30T00:00:00Z' }, 'foundAt', time],
  [{ foundAt: '2025-10-13T24:00:00Z' }, 'foundAt', time],
  [{ foundAt: '2025-10-13T00:00:00' }, 'foundAt', time],
  [{ foundAt: '2025-10-13' }, 'foundAt', time],
  [{ foundAt: '0000-01-01T00:00:00Z' }, 'foundAt', time],
  [{ foundAt: 0 }, 'foundAt', time],
  [{ place: [] }, 'place', 'must be an object'],
  [{ place: { line1: 5 } }, 'place.line1', 'must be a string'],
  [{ tags: {} }, 'tags', 'must be a list'],
  [{ tags: ['a', 5] }, 'tags.1', 'must be a string'],
  [{ tags: [null] }, 'tags.0', 'must not be null'],
  [{ places: [{}, { city: 1 }] }, 'places.1.city', 'must be a string'],
  [{ rack: {} }, 'rack.rows', 'is required'],
  [{ counts: [] }, 'counts', 'must be an object'],
  [{ counts: { a: 'x' } }, 'counts.a', integer],
  [{ extra: [] }, 'extra', 'must be an object'],
  [{ items: {} }, 'items', 'must be a list'],
  [{ parent: { specimenType: 'PLANT', leaves: '1' } }, 'parent.leaves', integer],
  [{ specimenType: 'X' }, 'specimenType', { constraint: kinds, message: allowed }],
  [{ specimenType: 5 }, 'specimenType', { constraint: kinds, message: allowed }],
  [{ specimenType: 'constructor' }, 'specimenType', { constraint: kinds, message: allowed }],
  [{ specimenType: undefined }, 'specimenType', { constraint: kinds, message: allowed }],
  [{ specimenType: null }, 'specimenType', 'is required'],
  [{ parent: {} }, 'parent.specimenType', 'is required'],
  [{ amount: 1, swap: {} }, 'swap', 'cannot be combined with amount'],
];

test.each(wrong)('%j is refused at %s', (json, field, error) => {
  const { errors } = read(json);

  expect(errors).toEqual([typeof error === 'string' ? { field, message: error } : { field, ...error }]);
});

test('every problem of a body is collected', () => {
  const { errors } = read({ name: 1, weight: 'x', tags: [1, 'a', 2], place: { city: 3 } });

  expect(errors.map(({ field }) => field)).toEqual(['name', 'weight', 'place.city', 'tags.0', 'tags.2']);
});

test('no key reaches a prototype', () => {
  const hostile =
    '{"specimenType":"PLANT","__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"extra":{"__proto__":{"a":1},"constructor":1},"counts":{"__proto__":5,"toString":1}}';

  const { specimen, errors } = read(JSON.parse(hostile));

  expect(errors).toEqual([]);
  expect(({} as { a?: number }).a).toBeUndefined();
  expect(specimen.extra).toEqual({ constructor: 1 });
  expect(specimen.counts).toEqual({ toString: 1n });
  expect(Object.getPrototypeOf(specimen.extra)).toBe(Object.prototype);
});

test('depth, elements and problems are bounded', () => {
  let deep: object = {};
  for (let level = 0; level < 40; level++) deep = { a: deep };
  let parents: object = { specimenType: 'PLANT' };
  for (let level = 0; level < 40; level++) parents = { specimenType: 'PLANT', parent: parents };

  expect(read({ extra: deep }).errors[0]?.message).toBe('is nested too deeply');
  expect(read(parents).errors[0]?.message).toBe('is nested too deeply');
  expect(read({ tags: Array(2_001).fill('') }).errors).toEqual([{ field: 'tags', message: 'has too many elements' }]);
  expect(read({ tags: Array(2_000).fill(0) }).errors.length).toBe(100);
});
