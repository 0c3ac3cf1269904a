// The REST JSON of messages, rule by rule.
import { create, equals } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { Colour, SpecimenSchema } from '../../gen/payments/test/v1/specimen_pb.ts';
import { FieldProblems, Presence } from '../../services/kit/messages/json/problems.ts';
import { always, codec, type Init, plant, read, write } from './specimen-json.ts';

test('required fields and lists are written even if empty, optional ones only if set, nullable ones as null', () => {
  expect(write({})).toEqual(always);
});

const both: { rule: string; init: Init; json: object }[] = [
  { rule: 'a string', init: { name: 'Fern' }, json: { name: 'Fern' } },
  { rule: 'an optional string that is empty', init: { note: '' }, json: { note: '' } },
  { rule: 'a boolean', init: { isRare: true, isSold: false }, json: { isRare: true, isSold: false } },
  { rule: 'a 64-bit integer', init: { weight: 9007199254740991n }, json: { weight: 9007199254740991 } },
  { rule: 'a negative 64-bit integer', init: { height: -9007199254740991n }, json: { height: -9007199254740991 } },
  { rule: 'an unsigned 64-bit integer', init: { views: 7n }, json: { views: 7 } },
  { rule: '32-bit integers', init: { row: -(2 ** 31), shelf: 2 ** 32 - 1 }, json: { row: -(2 ** 31), shelf: 2 ** 32 - 1 } },
  { rule: 'a double', init: { ratio: 0.1 }, json: { ratio: 0.1 } },
  { rule: 'bytes in base64', init: { seal: new Uint8Array([250, 251, 252, 253]) }, json: { seal: '+vv8/Q==' } },
  { rule: 'an enum without its prefix', init: { colour: Colour.RED }, json: { colour: 'RED' } },
  { rule: 'an enum value with a wire name', init: { secondColour: Colour.DEEP_BLUE }, json: { secondColour: 'blue.deep' } },
  { rule: 'a list of enums', init: { colours: [Colour.RED, Colour.DEEP_BLUE] }, json: { colours: ['RED', 'blue.deep'] } },
  { rule: 'a time', init: { foundAt: at('2025-10-13T01:02:03.004Z') }, json: { foundAt: '2025-10-13T01:02:03.004Z' } },
  { rule: 'a message', init: { place: { line1: 'a', city: 'b' } }, json: { place: { line1: 'a', city: 'b' } } },
  { rule: 'a list', init: { tags: ['a', ''] }, json: { tags: ['a', ''] } },
  { rule: 'a list of messages', init: { places: [{ line1: 'a' }] }, json: { places: [{ line1: 'a' }] } },
  { rule: 'a map', init: { counts: { a: 1n } }, json: { counts: { a: 1 } } },
  { rule: 'a map of messages', init: { placesByName: { x: { line1: 'a' } } }, json: { placesByName: { x: { line1: 'a' } } } },
  { rule: 'a free-form object', init: { extra: { a: [1, null, { b: 'c' }] } }, json: { extra: { a: [1, null, { b: 'c' }] } } },
  { rule: 'a free-form value', init: { anything: { kind: { case: 'stringValue', value: 'x' } } }, json: { anything: 'x' } },
  { rule: 'a free-form null', init: { anything: { kind: { case: 'nullValue', value: 0 } } }, json: { anything: null } },
  { rule: 'a free-form list', init: { items: { values: [{ kind: { case: 'boolValue', value: true } }] } }, json: { items: [true] } },
  { rule: 'a nullable string that is set', init: { owner: 'me' }, json: { owner: 'me' } },
  { rule: 'a key by json_name', init: { snakeKey: 'x' }, json: { snake_key: 'x' } },
  { rule: 'a message in itself', init: { parent: { name: 'p', ...plant } }, json: { parent: { ...always, name: 'p' } } },
  { rule: 'a flat union', init: { kind: { case: 'mineral', value: { hardness: 7, family: 'quartz' } } }, json: { specimenType: 'MINERAL', hardness: 7, family: 'quartz' } },
  { rule: 'a union member without keys', init: { kind: { case: 'void', value: {} } }, json: { specimenType: 'VOID' } },
  { rule: 'a union told apart by keys', init: { proof: { case: 'keyProof', value: { assertion: 'a', origin: 'o' } } }, json: { assertion: 'a', origin: 'o' } },
  { rule: 'a scalar of a plain oneof', init: { price: { case: 'amount', value: 5n } }, json: { amount: 5 } },
  { rule: 'a message of a plain oneof', init: { price: { case: 'swap', value: { line1: 'x' } } }, json: { swap: { line1: 'x' } } },
]; // biome-ignore format: a table

test.each(both)('$rule is written and read', ({ init, json }) => {
  const message = create(SpecimenSchema, { ...plant, ...init });
  const { leaves: _, ...others } = always;
  const whole = 'specimenType' in json ? { ...others, ...json } : { ...always, ...json };

  expect(write(init)).toEqual(whole);
  const { specimen, errors } = read({ leaves: 3, ...json });
  expect(errors).toEqual([]);
  expect(equals(SpecimenSchema, specimen, message)).toBe(true);
});

const onlyWritten: { rule: string; init: Init; json: object }[] = [
  { rule: 'a write-only field is left out', init: { secret: 'x' }, json: {} },
  { rule: 'UNSPECIFIED is left out', init: { colour: Colour.UNSPECIFIED, secondColour: Colour.UNSPECIFIED }, json: {} },
  { rule: 'a hidden value is left out', init: { colour: Colour.INFRARED }, json: {} },
  { rule: 'a value from a newer proto is left out', init: { colour: 99 as Colour }, json: {} },
  { rule: 'UNSPECIFIED in a list is left out', init: { colours: [0, 1] }, json: { colours: ['RED'] } },
  { rule: 'a read-only field is written', init: { id: 'x' }, json: { id: 'x' } },
  { rule: 'a time is cut to milliseconds', init: { foundAt: { seconds: 0n, nanos: 999_999_999 } }, json: { foundAt: '1970-01-01T00:00:00.999Z' } },
]; // biome-ignore format: a table

test.each(onlyWritten)('$rule', ({ init, json }) => {
  expect(write(init)).toEqual({ ...always, ...json });
});

test('a decimal is written digit by digit as a JSON number', () => {
  const text = JSON.stringify(codec.encode(create(SpecimenSchema, { rate: '12345678901234567890.10' })));

  expect(text).toContain('"rate":12345678901234567890.10');
});

test('an integer beyond 2^53 is never written', () => {
  expect(() => write({ weight: 9007199254740993n })).toThrow(RangeError);
});

const onlyRead: { rule: string; json: object; init: Init }[] = [
  { rule: 'unknown keys are ignored', json: { unknown: 1, toString: 2 }, init: {} },
  { rule: 'a read-only field is ignored', json: { id: 5 }, init: {} },
  { rule: 'null is absent where the rule says so', json: { hint: null }, init: {} },
  { rule: 'null leaves a nullable field unset', json: { owner: null }, init: {} },
  { rule: 'a write-only field is read', json: { secret: 's' }, init: { secret: 's' } },
  { rule: 'an integer may be written with a fraction of zero', json: { weight: JSON.parse('1.0') }, init: { weight: 1n } },
  { rule: 'minus zero is zero', json: { weight: -0, row: -0, rate: -0 }, init: { rate: '0' } },
  { rule: 'a small decimal keeps its digits', json: { rate: 1.5e-7 }, init: { rate: '0.00000015' } },
  { rule: 'a large decimal keeps its digits', json: { rate: -1.5e21 }, init: { rate: '-1500000000000000000000' } },
  { rule: 'an alias chooses its member', json: { specimenType: 'STONE', hardness: 1 }, init: { kind: { case: 'mineral', value: { hardness: 1 } } } },
  { rule: 'a time with an offset', json: { foundAt: '2025-10-13T02:02:03+01:00' }, init: { foundAt: at('2025-10-13T01:02:03Z') } },
  { rule: 'a time in small letters', json: { foundAt: '2025-10-13t01:02:03z' }, init: { foundAt: at('2025-10-13T01:02:03Z') } },
  { rule: 'the most keys present choose the member', json: { assertion: 'a', origin: 'o', code: 'c' }, init: { proof: { case: 'keyProof', value: { assertion: 'a', origin: 'o' } } } },
  { rule: 'the first of equals is chosen', json: { assertion: 'a', code: 'c' }, init: { proof: { case: 'codeProof', value: { code: 'c' } } } },
]; // biome-ignore format: a table

test.each(onlyRead)('$rule, when read', ({ json, init }) => {
  const kind = { case: 'plant', value: {} } as const;
  const expected = create(SpecimenSchema, { kind, ...init });

  const { specimen, errors } = read(json);

  expect(errors).toEqual([]);
  expect(specimen).toEqual(expected);
});

test('presence lists leaves, lists and maps as a whole, nullable nulls, and members of unions by their proto paths', () => {
  const problems = new FieldProblems();
  problems.presence = new Presence();
  const json = {
    name: 'x', owner: null, hint: null, id: 'ignored', snake_key: 'k', place: { city: 'c' }, tags: ['a'], places: [{ line1: 'l' }],
    counts: { a: 1 }, extra: { a: 1 }, parent: { specimenType: 'MINERAL', hardness: 1 }, specimenType: 'PLANT',
    habitat: { line1: 'h' }, code: 'c', amount: 5, unknown: 1,
  }; // biome-ignore format: one thing

  codec.decode(json, problems);

  expect(problems.presence.paths.sort()).toEqual(
    [
      'name', 'owner', 'snake_key', 'place.city', 'tags', 'places', 'counts', 'extra', 'parent.mineral.hardness',
      'plant.habitat.line1', 'code_proof.code', 'amount',
    ].sort(), // biome-ignore format: one thing
  );
});

function at(text: string) {
  const time = timestampFromDate(new Date(text));
  expect(timestampDate(time).toISOString()).toBe(new Date(text).toISOString());
  return time;
}
