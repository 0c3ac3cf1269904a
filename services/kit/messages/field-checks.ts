// Checks in addition to the rules of the proto: storable text, ids of the right kind, formats, times, allowed enum values.
import { type DescField, type DescMessage, type DescOneof, ScalarType } from '@bufbuild/protobuf';
import type { Path } from '@bufbuild/protobuf/reflect';
import { FeatureSet_FieldPresence, type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { type FieldRule, field as fieldRule, union as unionRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { kindIn, uuidOf } from '../core/ids.ts';
import { constraintOf } from './constraint.ts';
import { formatCheck } from './formats.ts';
import { enumNames } from './json/enums.ts';
import type { FieldError } from './json/problems.ts';
import { optionOf } from './options.ts';
import { freeFormWalk, isStorable, notStorable } from './storable-text.ts';
import { isTime } from './times.ts';

type Value = unknown;
type Fields = Record<string, Value>;
type Report = (error: FieldError) => void;

/** Checks one value that is set. `path` is its path. */
type Check = (value: Value, path: string, report: Report) => void;

/** Checks the set values of one member of a message. `prefix` ends in a dot or is empty. */
type MemberCheck = (message: Fields, prefix: string, report: Report) => void;

const compiled = new Map<DescMessage, MemberCheck[]>();
const compiling = new Set<DescMessage>();

/** The checks of a message type, compiled once. Empty if neither it nor its nested messages need any. */
export function checksOf(desc: DescMessage): readonly MemberCheck[] {
  const known = compiled.get(desc);
  if (known) return known;
  const checks: MemberCheck[] = [];
  compiled.set(desc, checks); // before its members, because a message may contain itself
  compiling.add(desc);
  for (const member of desc.members) {
    const check = member.kind === 'oneof' ? oneofCheck(member) : memberCheck(member);
    if (check) checks.push(check);
  }
  compiling.delete(desc);
  return checks;
}

/** Runs the checks of a message, from its root. */
export function runChecks(desc: DescMessage, message: object, report: Report): void {
  for (const check of checksOf(desc)) check(message as Fields, '', report);
}

/** The method checks such a field where it matters. */
export function mayBeIgnored(part: Path[number]): boolean {
  return part.kind === 'field' && optionOf(part as DescField, fieldRule)?.mayBeIgnored === true;
}

function memberCheck(field: DescField): MemberCheck | undefined {
  const check = mayBeIgnored(field) ? undefined : wholeCheck(field);
  if (!check) return undefined;
  const { localName, jsonName } = field;
  return (message, prefix, report) => {
    const value = message[localName];
    if (value !== undefined) check(value, prefix + jsonName, report);
  };
}

/** The name of a flat union is not part of the path: the keys of its member appear next to it. */
function oneofCheck(oneof: DescOneof): MemberCheck | undefined {
  const isFlat = optionOf(oneof, unionRule) !== undefined;
  const checks = new Map<string, { key: string; check: Check }>();
  for (const field of oneof.fields) {
    const check = isFlat && field.message ? flatCheck(field.message) : wholeCheck(field);
    if (check) checks.set(field.localName, { key: isFlat ? '' : field.jsonName, check });
  }
  if (!checks.size) return undefined;
  return (message, prefix, report) => {
    const chosen = message[oneof.localName] as { case?: string; value?: Value };
    const found = chosen.case === undefined ? undefined : checks.get(chosen.case);
    found?.check(chosen.value, prefix + found.key, report);
  };
}

function flatCheck(desc: DescMessage): Check | undefined {
  const checks = checksOf(desc);
  if (!checks.length) return undefined;
  return (value, prefix, report) => {
    for (const check of checks) check(value as Fields, prefix, report);
  };
}

function wholeCheck(field: DescField): Check | undefined {
  const single = singleCheck(field);
  if (field.fieldKind === 'map') return mapCheck(single);
  if (!single || field.fieldKind !== 'list') return single;
  return (list, path, report) => {
    for (const [index, item] of (list as Value[]).entries()) single(item, `${path}.${index}`, report);
  };
}

function mapCheck(single: Check | undefined): Check {
  return (map, path, report) => {
    for (const [key, value] of Object.entries(map as Fields)) {
      checkText(key, `${path}.${key}`, report);
      single?.(value, `${path}.${key}`, report);
    }
  };
}

function singleCheck(field: DescField): Check | undefined {
  if (field.enum) return enumCheck(field);
  if (field.message) return messageCheck(field.message);
  if (field.scalar !== ScalarType.STRING) return undefined;
  const rule = optionOf(field, fieldRule);
  if (rule?.idKind) return idCheck(field, rule); // an id cannot contain text that cannot be stored
  const hasFormat = rule?.format ? formattedCheck(field, rule) : undefined;
  if (!hasFormat) return checkText;
  return (value, path, report) => {
    checkText(value, path, report);
    hasFormat(value, path, report);
  };
}

const checkText: Check = (value, path, report) => {
  if (!isStorable(value as string)) report({ field: path, message: notStorable });
};

/** An empty text in a field without presence is unset. The rule `required` decides whether that is allowed. */
function formattedCheck(field: DescField, rule: FieldRule): Check | undefined {
  const problemOf = formatCheck(rule);
  const constraint = constraintOf(field);
  if (!problemOf) return undefined;
  return (value, path, report) => {
    const message = value === '' && isUnsetWhenEmpty(field) ? undefined : problemOf(value as string);
    if (message !== undefined) report({ field: path, ...(constraint && { constraint }), message });
  };
}

function messageCheck(desc: DescMessage): Check | undefined {
  const walk = freeFormWalk(desc);
  if (walk) return (value, path, report) => walk(value, path, (at) => report({ field: at, message: notStorable }));
  if (desc.typeName === TimestampSchema.typeName) return checkTime;
  if (desc.typeName.startsWith('google.protobuf.')) return undefined;
  const checks = checksOf(desc);
  if (!checks.length && !compiling.has(desc)) return undefined;
  return (value, path, report) => {
    for (const check of checks) check(value as Fields, `${path}.`, report);
  };
}

const checkTime: Check = (value, path, report) => {
  if (!isTime(value as Timestamp)) report({ field: path, message: 'must be a time in the years 1 to 9999' });
};

/** Zero in a field without presence is unset. The rule `required` decides whether that is allowed. */
function enumCheck(field: DescField): Check | undefined {
  const { all, byNumber } = enumNames(field.enum ?? unreachable(field));
  return (value, path, report) => {
    if (value === 0 ? isUnsetWhenEmpty(field) : byNumber.has(value as number)) return;
    report({ field: path, constraint: { enum: all }, message: 'is not one of the allowed values' });
  };
}

/** An empty id that addresses a resource finds none. */
function idCheck(field: DescField, { idKind, notFound }: FieldRule): Check {
  const kinds = idKind.split('|');
  const expected = `must be the id of a ${kinds.join(' or ')}`;
  const mayBeEmpty = notFound === '' && isUnsetWhenEmpty(field);
  return (value, path, report) => {
    if (value === '' ? mayBeEmpty : kinds.some((kind) => uuidOf(kind, value as string) !== undefined)) return;
    const kind = kindIn(value as string);
    const isOther = kind !== undefined && !kinds.includes(kind);
    report({ field: path, message: isOther ? `${expected}, not of a ${kind}` : expected });
  };
}

function isUnsetWhenEmpty(field: DescField): boolean {
  return (field.fieldKind === 'scalar' || field.fieldKind === 'enum') && field.presence === FeatureSet_FieldPresence.IMPLICIT;
}

function unreachable(field: DescField): never {
  throw new Error(`${field.name} is not an enum.`);
}
