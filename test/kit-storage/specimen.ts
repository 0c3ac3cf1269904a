// Stands for any argument: has every property, every method that stores call, and works as text, number and list.
import { ValueNode } from 'kysely';

export interface Shape {
  /** The values of properties: another specimen, or undefined. */
  readonly isFull: boolean;
  /** The result of `in`. */
  readonly hasAll: boolean;
}

export function specimen(shape: Shape): object {
  const another = () => specimen(shape);
  const list = () => [another()];
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'string' ? text : 1);
        if (name === Symbol.iterator) return () => list()[Symbol.iterator]();
        if (typeof name === 'symbol' || foreign.has(name)) return undefined;
        if (name === 'length' || name === 'size') return 1;
        if (name in methods) return methods[name as keyof typeof methods];
        if (byteNames.has(name)) return shape.isFull ? bytes() : null;
        if (listMethods.has(name)) return (...given: unknown[]) => call(Array.prototype, name, list(), given);
        return shape.isFull ? another() : undefined;
      },
      has: (_, name) => shape.hasAll && typeof name === 'string' && !foreign.has(name),
    },
  );
}

const call = (prototype: object, name: string, on: unknown, given: unknown[]) =>
  Reflect.apply(Reflect.get(prototype, name), on, given);

/** Names by which promises and Kysely recognize their own objects. */
const foreign = new Set(['then', 'toOperationNode', 'expressionType', 'isRawBuilder', 'compile', 'toJSON', 'constructor']);

/** A text, and an id. */
const text = '00000000-0000-7000-8000-000000000000';

const bytes = () => Buffer.alloc(32);

/** Properties that stores seal, open or hash. */
const byteNames = new Set([
  'body',
  'response',
  'details',
  'personal_key',
  'key',
  'text',
  'message',
  'code',
  'nickname',
  'contact',
]);

const listMethods = new Set(
  [
    'map',
    'flatMap',
    'filter',
    'some',
    'every',
    'forEach',
    'reduce',
    'slice',
    'sort',
    'toSorted',
    'toReversed',
    'join',
    'includes',
  ].concat(['entries', 'find', 'flat']),
);

/** Methods of dates, secrets, texts and databases. */
const methods = {
  getTime: () => 0,
  toISOString: () => '2026-01-01T00:00:00.000Z',
  toString: () => text,
  startsWith: () => true,
  split: () => ['text'],
  seal: bytes,
  sealResponse: bytes,
  open: bytes,
  mac: bytes,
  macs: () => [bytes()],
  now: () => Object.assign(new Date(0), { toOperationNode: () => ValueNode.create(new Date(0)) }), // a clock's, or a time
};
