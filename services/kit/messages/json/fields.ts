// Compiles a field: how it is read from a JSON object and written to one.
import { type DescField, ScalarType } from '@bufbuild/protobuf';
import { FieldMaskSchema } from '@bufbuild/protobuf/wkt';
import { field as fieldRules } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { type FieldRule, field as fieldRule } from '../../../../gen/payments/rest/v1/rest_pb.ts';
import { constraintOf } from '../constraint.ts';
import { optionOf } from '../options.ts';
import type { CodecOf } from './codec.ts';
import { FieldProblems, MappingMistake } from './problems.ts';
import { decimalCodec, enumCodec, type ReadValue, scalarCodec, type ValueCodec } from './scalars.ts';
import type { FieldSlot, JsonRecord, MessageRecord, Slot } from './slot.ts';
import { isObject, wellKnownCodec } from './well-known.ts';

/** Compiles a field. Undefined for a field mask, which is never in a body. */
export function compileField(field: DescField, codecOf: CodecOf): FieldSlot | undefined {
  if (field.message?.typeName === FieldMaskSchema.typeName) return undefined;
  const rule = optionOf(field, fieldRule);
  const value = wholeCodec(field, codecOf, rule);
  const take = rule?.readOnly ? () => undefined : takeOf(field, value, rule);
  const toJson = (value.write ?? ((plain: unknown) => plain)) as (value: unknown) => unknown;
  const keys = [field.jsonName];
  return {
    keys,
    shapeOf: () => (rule?.writeOnly ? [] : keys),
    toJson,
    take,
    write: rule?.writeOnly ? () => {} : writeOf(field, value, rule),
    read: (json, message, problems) => {
      const value = take(json, problems);
      if (value !== undefined) message[field.localName] = value;
    },
  };
}

function takeOf(field: DescField, { read, zero }: ValueCodec, rule: FieldRule | undefined): FieldSlot['take'] {
  const take = strictTakeOf(field, read, rule);
  if (!rule?.mayBeIgnored) return take;
  return (json, problems) => {
    const own = new FieldProblems();
    own.presence = problems.presence;
    own.nullIsAbsent = problems.nullIsAbsent;
    const value = take(json, own);
    return own.errors.length > 0 ? zero() : value;
  };
}

function strictTakeOf(field: DescField, read: ReadValue, rule: FieldRule | undefined): FieldSlot['take'] {
  const key = field.jsonName;
  const takesNull = field.message?.typeName === 'google.protobuf.Value';
  const isLeaf = field.fieldKind !== 'message' || wellKnownCodec(field.message) !== undefined;
  const isRequired = rule?.keyRequired === true || optionOf(field, fieldRules)?.required === true;
  const isNullAbsent = rule?.nullIsAbsent === true;
  return (json, problems) => {
    if (!Object.hasOwn(json, key)) return rule?.keyRequired ? problems.refuseAt(key, 'is required') : undefined;
    const value = json[key];
    if (value === null && !takesNull) {
      if (rule?.nullable) problems.presence?.note(field.name);
      else if (!isNullAbsent && (isRequired || !problems.nullIsAbsent)) problems.refuseAt(key, 'must not be null');
      return undefined;
    }
    const outer = problems.nullIsAbsent;
    problems.nullIsAbsent = outer || isNullAbsent;
    problems.enter(key);
    if (isLeaf) problems.presence?.note(field.name);
    const parsed =
      isLeaf || !problems.presence ? read(value, problems) : problems.presence.below(field.name, () => read(value, problems));
    problems.leave();
    problems.nullIsAbsent = outer;
    return parsed;
  };
}

function writeOf(field: DescField, value: ValueCodec, rule: FieldRule | undefined): Slot['write'] {
  const key = field.jsonName;
  const name = field.localName;
  const unset = rule?.nullable && !rule.omitEmpty ? null : undefined;
  const write = value.write as ((value: unknown) => unknown) | undefined;
  if (rule?.omitEmpty && (field.fieldKind === 'list' || field.fieldKind === 'map')) return writeFilled(key, name, write);
  if (!write && unset === undefined) {
    return (message, json) => {
      const own = message[name];
      if (own !== undefined) json[key] = own;
    };
  }
  return (message, json) => {
    const own = message[name];
    const written = own === undefined ? undefined : write ? write(own) : own;
    if (written !== undefined) json[key] = written;
    else if (unset === null) json[key] = null;
  };
}

function writeFilled(key: string, name: string, write: ((value: unknown) => unknown) | undefined): Slot['write'] {
  return (message, json) => {
    const own = message[name] as object;
    const isEmpty = Array.isArray(own) ? own.length === 0 : Object.keys(own).length === 0;
    if (!isEmpty) json[key] = write ? write(own) : own;
  };
}

/** The codec of the complete value of a field: a single value, a list or a map. */
function wholeCodec(field: DescField, codecOf: CodecOf, rule: FieldRule | undefined): ValueCodec {
  const single = rule?.decimal ? decimalCodec : singleCodec(field, codecOf, rule);
  if (field.fieldKind === 'list') return listCodec(single);
  if (field.fieldKind === 'map') return mapCodec(field, single);
  return single;
}

function singleCodec(field: DescField, codecOf: CodecOf, rule: FieldRule | undefined): ValueCodec {
  if (field.enum) return enumCodec(field.enum, constraintOf(field)?.enum);
  if (field.message) return wellKnownCodec(field.message) ?? messageCodec(field, codecOf);
  return scalarCodec(field.scalar, rule?.limits?.maximum !== undefined);
}

function messageCodec(field: DescField, codecOf: CodecOf): ValueCodec {
  const desc = field.message;
  if (!desc || (desc.typeName.startsWith('google.protobuf.') && desc.typeName !== 'google.protobuf.Empty')) {
    throw new MappingMistake(`${field.parent.typeName}.${field.name} has a type that JSON cannot carry.`);
  }
  const codec = codecOf(desc);
  return {
    read: (json, problems) => codec.decode(json, problems),
    write: (message: MessageRecord) => codec.encode(message),
    zero: () => codec.blank(),
  };
}

function listCodec(item: ValueCodec): ValueCodec {
  const write = item.write as ((value: unknown) => unknown) | undefined;
  const read = element(item);
  return {
    read: (json, problems) => {
      if (!Array.isArray(json)) return problems.refuse('must be a list');
      if (!problems.mayHold(json.length)) return undefined;
      const list: unknown[] = [];
      for (const [index, value] of json.entries()) {
        if (problems.isFull) break;
        list.push(read(index, value, problems));
      }
      return list;
    },
    ...(write && { write: (list: unknown[]) => list.map(write).filter((value) => value !== undefined) }),
    zero: () => [],
  };
}

function mapCodec(field: DescField, value: ValueCodec): ValueCodec {
  if (field.fieldKind !== 'map' || field.mapKey !== ScalarType.STRING) {
    throw new MappingMistake(`${field.parent.typeName}.${field.name} must be a map from string.`);
  }
  const write = value.write as ((value: unknown) => unknown) | undefined;
  const read = element(value);
  return {
    read: (json, problems) => {
      if (!isObject(json)) return problems.refuse('must be an object');
      const keys = Object.keys(json).filter((key) => key !== '__proto__');
      if (!problems.mayHold(keys.length)) return undefined;
      return Object.fromEntries(keys.map((key) => [key, read(key, json[key], problems)]));
    },
    ...(write && {
      write: (map: JsonRecord) => Object.fromEntries(Object.entries(map).map(([key, own]) => [key, write(own)])),
    }),
    zero: () => ({}),
  };
}

/** Reads an element of a list or map. Presence inside elements is not recorded, because such fields are replaced as a whole. */
function element(value: ValueCodec) {
  return (key: string | number, json: unknown, problems: FieldProblems): unknown => {
    const { presence } = problems;
    problems.presence = undefined;
    problems.enter(key);
    const parsed = json === null ? problems.refuse('must not be null') : value.read(json, problems);
    problems.leave();
    problems.presence = presence;
    return parsed ?? value.zero();
  };
}
