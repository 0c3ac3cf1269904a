// Arbitrary messages and bodies, for properties.
import { create, type DescField, type DescMessage, type DescOneof, type Message } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { SpecimenSchema } from '../../gen/payments/test/v1/specimen_pb.ts';
import { enumNames } from '../../services/kit/messages/json/enums.ts';

/** Never transported in one direction: read-only, write-only. */
const oneWay = new Set(['id', 'secret']);

const keys = [
  'name',
  'weight',
  'places',
  'place',
  'specimenType',
  'extra',
  'placesByName',
  'currencies',
  'line1',
  'text',
  'owner',
  '__proto__',
  'constructor',
  'prototype',
  'polluted',
  'toString',
];
const leaves = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('PLANT', 'MINERAL', 'STONE', 'RED', null, 2 ** 53, -0, '\0', '\ud800'),
);

/** JSON objects with meaningful keys, as text; sometimes no JSON at all. */
export function anyBody(): fc.Arbitrary<string> {
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof({ maxDepth: 5 }, leaves, fc.array(tie('tree'), { maxLength: 4 }), asEntries(tie('tree'))),
  }));
  return fc.oneof(
    { weight: 9, arbitrary: asEntries(tree).map((entries) => toJson(entries)) },
    { weight: 1, arbitrary: fc.string() },
  );
}

interface Entries {
  readonly entries: [string, unknown][];
}

function asEntries(value: fc.Arbitrary<unknown>): fc.Arbitrary<Entries> {
  return fc.array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 8 }).map((entries) => ({ entries }));
}

/** Written by hand, since `JSON.stringify` would lose a key `__proto__`. */
function toJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (!('entries' in value)) return JSON.stringify(value);
  const { entries } = value as Entries;
  return `{${entries.map(([key, own]) => `${JSON.stringify(key)}:${toJson(own)}`).join(',')}}`;
}

export function anyQuery(): fc.Arbitrary<Record<string, string>> {
  return fc.dictionary(fc.constantFrom('dryRun', 'limit', 'names', '__proto__', 'x'), fc.string(), { maxKeys: 3 });
}

/** Any message of the type that REST can transport both ways. */
export function anyMessage(desc: DescMessage, depth: number): fc.Arbitrary<Message> {
  const members = desc.members.filter((member) => !oneWay.has(member.name) && (depth > 0 || !isRecursive(member)));
  const shape = Object.fromEntries(members.map((member) => [member.localName, anyMember(member, depth)]));
  return fc.record(shape).map((init) => create(desc, withoutUnset({ ...init }) as Record<string, unknown>));
}

function withoutUnset(init: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(init).filter(([, value]) => value !== undefined));
}

const isRecursive = (member: DescField | DescOneof) => member.kind === 'field' && member.message === SpecimenSchema;

function anyMember(member: DescField | DescOneof, depth: number): fc.Arbitrary<unknown> {
  if (member.kind === 'oneof') {
    const mustBeSet = member.name === 'kind';
    const cases = member.fields.map((field) => anyValue(field, depth).map((value) => ({ case: field.localName, value })));
    return mustBeSet ? fc.oneof(...cases) : fc.option(fc.oneof(...cases), { nil: undefined });
  }
  if (member.fieldKind === 'list') return fc.array(anyValue(member, depth), { maxLength: 3 });
  if (member.fieldKind === 'map')
    return fc.dictionary(fc.string({ unit: letter, minLength: 1 }), anyValue(member, depth), { maxKeys: 3 });
  return fc.option(anyValue(member, depth), { nil: undefined });
}

const letter = fc.constantFrom(...'abcdefgh€😀');
const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0') && value.isWellFormed());
const safe = fc.bigInt({ min: BigInt(Number.MIN_SAFE_INTEGER), max: BigInt(Number.MAX_SAFE_INTEGER) });

function anyValue(field: DescField, depth: number): fc.Arbitrary<unknown> {
  if (field.name === 'rate') return fc.integer().map((value) => String(value / 8));
  if (field.enum) return fc.constantFrom(...enumNames(field.enum).byNumber.keys());
  if (field.message) return wellKnown.get(field.message.typeName) ?? anyMessage(field.message, depth - 1);
  return scalars.get(field.scalar ?? 0) ?? text;
}

const time = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => ({
    seconds: BigInt(Math.floor(date.getTime() / 1000)),
    nanos: (((date.getTime() % 1000) + 1000) % 1000) * 1_000_000,
  }));
const free = fc.constantFrom<object>({}, { a: [1, 'x', null, { b: true }] }, { constructor: 1 });

const wellKnown = new Map<string, fc.Arbitrary<unknown>>([
  ['google.protobuf.Timestamp', time],
  ['google.protobuf.Struct', free],
  ['google.protobuf.Value', text.map((value) => ({ kind: { case: 'stringValue', value } }))],
  ['google.protobuf.ListValue', text.map((value) => ({ values: [{ kind: { case: 'stringValue', value } }] }))],
  ['google.protobuf.Empty', fc.constant({})],
]);

/** By the numbers of `ScalarType`; strings are the rest. */
const scalars = new Map<number, fc.Arbitrary<unknown>>([
  [1, fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0)],
  [3, safe],
  [4, safe.map((value) => (value < 0n ? -value : value))],
  [5, fc.integer()],
  [8, fc.boolean()],
  [12, fc.uint8Array({ maxLength: 20 })],
  [13, fc.nat()],
]);
