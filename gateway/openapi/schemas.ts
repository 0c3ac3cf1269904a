// JSON schemas of messages, as the codec writes and reads them.
import type { DescField, DescMessage, DescOneof } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import {
  type FieldRule,
  field as fieldRuleOption,
  message as messageOption,
  union as unionOption,
} from '../../gen/payments/rest/v1/rest_pb.ts';
import { enumNames } from '../../services/kit/messages/json/enums.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import { described, fieldText, messageText, termOf } from './descriptions.ts';
import type { Schema } from './json-schema.ts';
import { limitsOf, rangeOf, rulesOf } from './limits.ts';

/** Requests and responses differ in required and optional fields. */
export type Direction = 'request' | 'response';

/** The schemas of the document, by name. A message is added at its first use. */
export class Components {
  readonly schemas: Record<string, Schema> = {};
  readonly #owners = new Map<string, DescMessage>();

  /** A reference to the schema of a message. `omit`: proto names of fields that path, query or headers fill. */
  refTo(desc: DescMessage, direction: Direction, omit: ReadonlySet<string> = new Set()): Schema {
    const name = nameFor(desc, direction);
    if (this.#owners.get(name) !== desc) this.#add(name, { desc, direction, omit });
    return { $ref: `#/components/schemas/${name}` };
  }

  #add(name: string, { desc, direction, omit }: SchemaRequest): void {
    const twin = this.#owners.get(name);
    if (twin) throw new Error(`${twin.typeName} and ${desc.typeName} would both be the schema ${name}.`);
    this.#owners.set(name, desc);
    const schema: Schema = {};
    this.schemas[name] = schema; // before its fields, because a message may contain itself
    Object.assign(schema, described(messageText(desc)), this.#messageSchema(name, { desc, direction, omit }));
  }

  #messageSchema(name: string, { desc, direction, omit }: SchemaRequest): Schema {
    const fields = desc.fields.filter((field) => !field.oneof && !omit.has(field.name) && !isMask(field));
    const unions = desc.oneofs.filter((oneof) => optionOf(oneof, unionOption));
    const plain = desc.oneofs.filter((oneof) => !unions.includes(oneof)).flatMap((oneof) => oneof.fields);
    const shared = { ...this.#objectOf([...fields, ...plain], direction), ...requiredSetsOf(desc) };
    const [union] = unions;
    return union ? this.#unionSchema(name, { union, shared, direction }) : shared;
  }

  #unionSchema(name: string, { union, shared, direction }: Union): Schema {
    const { discriminator = '', unused = [] } = optionOf(union, unionOption) ?? {};
    const allTags = [...union.fields.flatMap((member) => ruleOf(member)?.tags ?? []), ...unused];
    const members = union.fields.filter((member) => !ruleOf(member)?.undocumented);
    const [only] = members;
    if (only && members.length === 1) {
      const tags = members.length === union.fields.length ? (ruleOf(only)?.tags ?? []) : []; // undocumented members are returned too
      return this.#branch({ member: only, shared, direction, discriminator, tags, allTags });
    }
    const mapping: Record<string, string> = {};
    for (const member of members) {
      const tags = ruleOf(member)?.tags ?? [];
      const branch = `${name}${pascal(member.name)}`;
      this.schemas[branch] = this.#branch({ member, shared, direction, discriminator, tags, allTags });
      for (const tag of tags) mapping[tag] = `#/components/schemas/${branch}`;
    }
    const oneOf = [...new Set(Object.values(mapping))].map(($ref) => ({ $ref }));
    if (!discriminator) return { oneOf };
    return {
      ...withTag(shared, discriminator, { enum: allTags }),
      oneOf,
      discriminator: { propertyName: discriminator, mapping },
    };
  }

  /** One member of a union: its own keys, the keys that all members share, and the discriminator. */
  #branch({ member, shared, direction, discriminator, tags, allTags }: Branch): Schema {
    const own = member.message
      ? this.#objectOf(
          member.message.fields.filter(({ oneof }) => !oneof),
          direction,
        )
      : { properties: {} };
    const both = {
      properties: { ...(shared.properties as object), ...(own.properties as object) },
      required: [...((shared.required as string[]) ?? []), ...((own.required as string[]) ?? [])],
    };
    return withTag(both, discriminator, { enum: allTags, ...tagRule(tags, direction) });
  }

  #objectOf(fields: readonly DescField[], direction: Direction): Schema {
    const properties = Object.fromEntries(fields.map((field) => [field.jsonName, this.fieldSchema(field, direction)]));
    const required = fields.filter((field) => isRequired(field, direction)).map(({ jsonName }) => jsonName);
    return { type: 'object', properties, ...(required.length && { required }) };
  }

  /** The schema of one field's value. */
  fieldSchema(field: DescField, direction: Direction): Schema {
    const rule = ruleOf(field);
    const flags = {
      ...described(fieldText(field)),
      ...(rule?.readOnly && { readOnly: true }),
      ...(rule?.writeOnly && { writeOnly: true }),
      ...(rule?.defaultValue && { default: defaultOf(field, rule.defaultValue) }),
    };
    const value = this.#valueSchema(field, direction);
    return rule?.nullable ? { ...orNull(value), ...flags } : { ...value, ...flags };
  }

  #valueSchema(field: DescField, direction: Direction): Schema {
    switch (field.fieldKind) {
      case 'list':
        return { type: 'array', items: this.#elementSchema(field, direction), ...rangeOf(field) };
      case 'map':
        return { type: 'object', additionalProperties: this.#elementSchema(field, direction) };
      default:
        return this.#elementSchema(field, direction);
    }
  }

  #elementSchema(field: DescField, direction: Direction): Schema {
    if (field.enum) return { type: 'string', enum: [...enumNames(field.enum).all] };
    if (field.message) return wellKnownSchema(field) ?? this.refTo(field.message, direction);
    return { ...scalarSchema(field), ...limitsOf(field, ruleOf(field)) };
  }
}

interface SchemaRequest {
  readonly desc: DescMessage;
  readonly direction: Direction;
  readonly omit: ReadonlySet<string>;
}

interface Union {
  readonly union: DescOneof;
  readonly shared: Schema;
  readonly direction: Direction;
}

interface Branch {
  readonly member: DescField;
  readonly shared: Schema;
  readonly direction: Direction;
  readonly discriminator: string;
  readonly tags: readonly string[];
  readonly allTags: readonly string[];
}

/** The keys that all members of a union share are repeated beside them, for readers who treat the union as one object. */
function withTag(schema: Schema, discriminator: string, tag: Schema): Schema {
  return {
    type: 'object',
    properties: {
      [discriminator]: { type: 'string', ...described(termOf(discriminator)), ...tag },
      ...(schema.properties as object),
    },
    required: [discriminator, ...((schema.required as string[]) ?? [])],
  };
}

/** Responses contain the first tag. Requests also accept the aliases. */
function tagRule(tags: readonly string[], direction: Direction): Schema {
  if (direction === 'request' && tags.length > 1) return { anyOf: tags.map((tag) => ({ const: tag })) };
  return tags.length ? { const: tags[0] } : {};
}

/** For messages that require one of several sets of fields. */
function requiredSetsOf(desc: DescMessage): Schema {
  const sets = optionOf(desc, messageOption)?.requiredSets ?? [];
  return sets.length > 0 ? { anyOf: sets.map((names) => ({ required: names.split(',') })) } : {};
}

/** Request messages have their own names. A message used in both directions gets a suffix. */
function nameFor(desc: DescMessage, direction: Direction): string {
  const isRequest = desc.name.endsWith('Request');
  return direction === 'request' && !isRequest ? `${desc.name}Input` : desc.name;
}

/** In requests, as the rules require; in responses also the fields that are always written. */
function isRequired(field: DescField, direction: Direction): boolean {
  const rule = ruleOf(field);
  const isRequired = rulesOf(field)?.required === true || rule?.keyRequired === true;
  if (direction === 'request') return isRequired && !rule?.readOnly;
  if (rule?.writeOnly) return false;
  if (rule?.nullable) return rule.keyRequired;
  if (field.fieldKind === 'list') return isRequired || !rule?.omitEmpty;
  const isAlwaysWritten = field.presence === FeatureSet_FieldPresence.IMPLICIT; // even if it is zero
  return isRequired || (isAlwaysWritten && field.fieldKind !== 'map');
}

function scalarSchema(field: DescField): Schema {
  if (ruleOf(field)?.decimal) return { type: 'number' };
  return scalars.get(field.scalar ?? ScalarType.STRING) ?? { type: 'string' };
}

const scalars = new Map<ScalarType, Schema>([
  [ScalarType.BOOL, { type: 'boolean' }],
  [ScalarType.BYTES, { type: 'string', contentEncoding: 'base64' }],
  [ScalarType.DOUBLE, { type: 'number', format: 'double' }],
  [ScalarType.INT32, { type: 'integer', format: 'int32' }],
  [ScalarType.UINT32, { type: 'integer', format: 'int32' }],
  [ScalarType.INT64, { type: 'integer', format: 'int64' }],
  [ScalarType.UINT64, { type: 'integer', format: 'int64' }],
]);

/** A nullable list of ids is a ListValue. */
function wellKnownSchema(field: DescField): Schema | undefined {
  const schema = wellKnown.get(field.message?.typeName ?? '');
  return schema?.type === 'array' && ruleOf(field)?.idKind ? { ...schema, items: { type: 'string' } } : schema;
}

const wellKnown = new Map<string, Schema>([
  ['google.protobuf.Timestamp', { type: 'string', format: 'date-time' }],
  ['google.protobuf.Struct', { type: 'object', additionalProperties: true }],
  ['google.protobuf.Value', {}],
  ['google.protobuf.ListValue', { type: 'array' }],
  ['payments.common.v1.UploadedFile', { type: 'string', format: 'binary' }],
]);

function orNull(schema: Schema): Schema {
  if (schema.enum || schema.$ref) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'] };
}

function defaultOf(field: DescField, text: string): unknown {
  const isText = field.enum !== undefined || field.scalar === ScalarType.STRING;
  return isText ? text : JSON.parse(text);
}

const ruleOf = (field: DescField): FieldRule | undefined => optionOf(field, fieldRuleOption);
const isMask = (field: DescField) => field.message?.typeName === 'google.protobuf.FieldMask';
const pascal = (name: string) => name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
