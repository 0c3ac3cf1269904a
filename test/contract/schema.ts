// Walks the request schemas of the document: their fields, values that satisfy them and values that violate them.
import { document, type Schema } from './operations.ts';
import { sampleText } from './sample-texts.ts';

/** A field of a body, wherever it stands. */
export interface Field {
  /** As in field errors: `accountInfo.beneficiary.fullName`. */
  readonly path: string;
  readonly keys: readonly (string | number)[];
  readonly schema: Schema;
  readonly isRequired: boolean;
}

const depthMax = 6;

/** Resolves references. A nullable reference resolves to its target. */
export function resolved(schema: Schema): Schema {
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref ?? '')) ?? [];
  const schemas = (document.components as { schemas: Record<string, Schema> }).schemas;
  if (name !== undefined) return resolved(schemas[name] ?? {});
  const choices = schema.anyOf as Schema[] | undefined;
  return choices?.[0] && schema.type === undefined ? resolved(choices[0]) : schema;
}

/** The branch of a union that a value belongs to; the schema itself if it is no union. */
function branchOf(schema: Schema, value: unknown): Schema {
  const whole = resolved(schema);
  const branches = whole.oneOf as Schema[] | undefined;
  if (!branches) return whole;
  const { propertyName = '', mapping = {} } = (whole.discriminator ?? {}) as Partial<Discriminator>;
  const $ref = mapping[(value as Record<string, string> | undefined)?.[propertyName] ?? ''];
  return resolved($ref === undefined ? (branches[0] ?? {}) : { $ref });
}

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/** Every field that a body of this shape can have, including those of absent objects. */
export function fieldsOf(schema: Schema, value: unknown, keys: Field['keys'] = []): Field[] {
  const branch = branchOf(schema, value);
  if (keys.length > depthMax) return [];
  if (branch.type === 'array') return elementFields(branch, value, keys);
  const required = (branch.required ?? []) as string[];
  const properties = Object.entries((branch.properties ?? {}) as Record<string, Schema>);
  return properties.flatMap(([name, property]) => {
    if (property.readOnly) return [];
    const own = [...keys, name];
    const field = { path: own.join('.'), keys: own, schema: property, isRequired: required.includes(name) };
    return [field, ...fieldsOf(property, (value as Record<string, unknown> | undefined)?.[name], own)];
  });
}

function elementFields(list: Schema, value: unknown, keys: Field['keys']): Field[] {
  const items = list.items as Schema;
  const own = [...keys, 0];
  const element = { path: own.join('.'), keys: own, schema: items, isRequired: false };
  return [element, ...fieldsOf(items, (value as unknown[] | undefined)?.[0], own)];
}

/** The body itself, and one variant for each other branch of each union in it. */
export function variantsOf(schema: Schema, body: unknown): unknown[] {
  const unions = [{ keys: [] as Field['keys'], schema }, ...fieldsOf(schema, body)].flatMap(({ keys, schema: own }) => {
    const { discriminator } = resolved(own) as { discriminator?: Discriminator };
    return discriminator ? [{ keys, ...discriminator }] : [];
  });
  const others = unions.flatMap(({ keys, propertyName, mapping }) => {
    const taken = (valueAt(body, keys) as Record<string, unknown> | undefined)?.[propertyName];
    const refs = Object.entries(mapping).filter(([tag], index, all) => tag !== taken && isFirst(all, index));
    return refs.map(([tag, $ref]) =>
      withValue(schema, body, { keys, value: { ...asObject(sampleOf({ $ref })), [propertyName]: tag } }),
    );
  });
  return [body, ...others];
}

const isFirst = (all: [string, string][], index: number) => all.findIndex(([, $ref]) => $ref === all[index]?.[1]) === index;
const asObject = (value: unknown) => value as Record<string, unknown>;

export function valueAt(value: unknown, keys: Field['keys']): unknown {
  return keys.reduce((inner: unknown, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);
}

export interface Change {
  readonly keys: Field['keys'];
  /** Undefined removes the key. */
  readonly value: unknown;
}

/** A copy of the body with one value changed. Absent objects on the way to it are created with their minimum. */
export function withValue(schema: Schema, body: unknown, { keys, value }: Change): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const branch = branchOf(schema, body);
  const copy = (Array.isArray(body) ? [...body] : { ...asObject(body) }) as Record<string | number, unknown>;
  const inner = (branch.type === 'array' ? branch.items : asObject(branch.properties)[key]) as Schema;
  const below = copy[key] ?? (rest.length ? sampleOf(inner) : undefined);
  const changed = withValue(inner, below, { keys: rest, value });
  if (changed === undefined) delete copy[key];
  else copy[key] = changed;
  return copy;
}

/** The smallest value that satisfies a schema; `named` returns strings by field name. */
export function sampleOf(schema: Schema, named: Readonly<Record<string, string>> = {}): unknown {
  const branch = branchOf(schema, undefined);
  const [first] = (branch.enum ?? []) as unknown[];
  if (branch.const !== undefined || first !== undefined) return branch.const ?? first;
  switch ([branch.type].flat()[0]) {
    case 'string':
      return sampleText(branch);
    case 'integer':
    case 'number':
      return Number(branch.minimum ?? Number(branch.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Number(branch.minItems ?? 0) }, () => sampleOf(branch.items as Schema, named));
    default:
      return sampleObject(branch, named);
  }
}

function sampleObject({ properties = {}, required = [] }: Schema, named: Readonly<Record<string, string>>): object {
  const names = required as string[];
  return Object.fromEntries(
    names.map((name) => [name, named[name] ?? sampleOf((properties as Record<string, Schema>)[name] ?? {}, named)]),
  );
}

export function isLike(pattern: unknown, text: string): boolean {
  return pattern === undefined || new RegExp(String(pattern), 'u').test(text);
}
