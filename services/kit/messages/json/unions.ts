// Oneofs in JSON: flat unions with a discriminator or selected by their keys, and plain oneofs under the keys of their members.
import type { DescField, DescOneof } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { field as fieldRule, type UnionRule, union as unionRule } from '../../../../gen/payments/rest/v1/rest_pb.ts';
import { optionOf } from '../options.ts';
import type { Codec, CodecOf } from './codec.ts';
import { compileField } from './fields.ts';
import { type FieldProblems, MappingMistake } from './problems.ts';
import type { FieldSlot, JsonRecord, MessageRecord, Slot } from './slot.ts';

/** The value of a oneof in a message of the Protobuf library. */
interface Chosen {
  readonly case: string | undefined;
  readonly value?: unknown;
}

interface Member {
  readonly name: string;
  readonly protoName: string;
  readonly codec: Codec;
  /** The values of the discriminator. The first one is written. */
  readonly tags: readonly string[];
}

/** Compiles a oneof by its rule. */
export function compileOneof(oneof: DescOneof, codecOf: CodecOf): Slot {
  const rule = optionOf(oneof, unionRule);
  if (!rule) return plainOneof(oneof, codecOf);
  const members = oneof.fields.map((field) => memberOf(field, codecOf));
  return rule.discriminator ? taggedUnion(oneof, members, rule) : untaggedUnion(oneof, members);
}

/** A oneof without a rule: each field has its own key, and a second one is an error. */
function plainOneof(oneof: DescOneof, codecOf: CodecOf): Slot {
  const slots = new Map<string, FieldSlot>();
  for (const field of oneof.fields) {
    const slot = compileField(field, codecOf);
    if (slot) slots.set(field.localName, slot);
  }
  const keys = [...slots.values()].flatMap((slot) => slot.keys);
  return {
    keys,
    shapeOf: (message) => slots.get((message[oneof.localName] as Chosen).case ?? '')?.keys ?? [],
    write: (message, json) => {
      const chosen = message[oneof.localName] as Chosen;
      const slot = chosen.case === undefined ? undefined : slots.get(chosen.case);
      if (slot?.keys[0] !== undefined) json[slot.keys[0]] = slot.toJson(chosen.value);
    },
    read: (json, message, problems) => {
      let first: string | undefined;
      for (const [name, slot] of slots) {
        const value = slot.take(json, problems);
        if (value === undefined) continue;
        if (first !== undefined) problems.refuseAt(slot.keys[0] ?? name, `cannot be combined with ${first}`);
        first ??= slot.keys[0];
        message[oneof.localName] = { case: name, value };
      }
    },
  };
}

function taggedUnion(oneof: DescOneof, members: readonly Member[], rule: UnionRule): Slot {
  const { discriminator } = rule;
  const byName = new Map(members.map((member) => [member.name, member]));
  const byTag = tagsOf(oneof, members);
  const constraint = { enum: members.flatMap(({ tags }) => tags) };
  const code = rule.code ? errorCodeNamed(rule.code, oneof) : undefined;
  const refuse = (json: JsonRecord, problems: FieldProblems) => {
    problems.enter(discriminator);
    const given = Object.hasOwn(json, discriminator) && json[discriminator] !== null;
    if (given) problems.refuse('is not one of the allowed values', constraint, code);
    else problems.refuse('is required');
    problems.leave();
  };
  return {
    keys: [discriminator, ...new Set(members.flatMap((member) => member.codec.keys))],
    shapeOf: (message) => [discriminator, ...shapeOfMember(message[oneof.localName] as Chosen, byName)],
    write: (message, json) => {
      const chosen = message[oneof.localName] as Chosen;
      const member = chosen.case === undefined ? undefined : byName.get(chosen.case);
      if (!member) return;
      json[discriminator] = member.tags[0];
      member.codec.writeInto(chosen.value as MessageRecord, json);
    },
    read: (json, message, problems) => {
      const tag = Object.hasOwn(json, discriminator) ? json[discriminator] : undefined;
      const member = typeof tag === 'string' ? byTag.get(tag) : undefined;
      if (!member) return refuse(json, problems);
      message[oneof.localName] = { case: member.name, value: readMember(member, json, problems) };
    },
  };
}

/** Selects the member with the most keys present; the first one of equals; none if no key is present. */
function untaggedUnion(oneof: DescOneof, members: readonly Member[]): Slot {
  const byName = new Map(members.map((member) => [member.name, member]));
  const present = (member: Member, json: JsonRecord) => {
    return member.codec.keys.filter((key) => Object.hasOwn(json, key) && json[key] !== null).length;
  };
  return {
    keys: [...new Set(members.flatMap((member) => member.codec.keys))],
    shapeOf: (message) => shapeOfMember(message[oneof.localName] as Chosen, byName),
    write: (message, json) => {
      const chosen = message[oneof.localName] as Chosen;
      const member = chosen.case === undefined ? undefined : byName.get(chosen.case);
      member?.codec.writeInto(chosen.value as MessageRecord, json);
    },
    read: (json, message, problems) => {
      const counts = members.map((member) => present(member, json));
      const most = Math.max(...counts);
      const member = most > 0 ? members[counts.indexOf(most)] : undefined;
      if (member) message[oneof.localName] = { case: member.name, value: readMember(member, json, problems) };
    },
  };
}

function shapeOfMember(chosen: Chosen, byName: ReadonlyMap<string, Member>): readonly string[] {
  const member = chosen.case === undefined ? undefined : byName.get(chosen.case);
  return member ? member.codec.shapeOf(chosen.value as MessageRecord) : [];
}

/** The keys of a member are in the object of the union itself. */
function readMember(member: Member, json: JsonRecord, problems: FieldProblems): MessageRecord {
  const value = member.codec.blank();
  const read = () => member.codec.readInto(json, value, problems);
  if (problems.presence) problems.presence.below(member.protoName, read);
  else read();
  return value;
}

function memberOf(field: DescField, codecOf: CodecOf): Member {
  if (!field.message || field.message.typeName === 'google.protobuf.Struct') {
    throw new MappingMistake(`${field.parent.typeName}.${field.name} is a member of a union and must be a message.`);
  }
  const tags = optionOf(field, fieldRule)?.tags ?? [];
  return { name: field.localName, protoName: field.name, codec: codecOf(field.message), tags };
}

function tagsOf(oneof: DescOneof, members: readonly Member[]): Map<string, Member> {
  const byTag = new Map<string, Member>();
  for (const member of members) {
    const where = `${oneof.parent.typeName}.${member.protoName}`;
    if (!member.tags.length) throw new MappingMistake(`${where} is a member of a union and has no tag.`);
    for (const tag of member.tags) {
      if (byTag.has(tag)) throw new MappingMistake(`${where} repeats the tag ${tag}.`);
      byTag.set(tag, member);
    }
  }
  return byTag;
}

/** The error code with a name from an option. */
export function errorCodeNamed(name: string, where: { toString(): string }): ErrorCode {
  const code = Object.hasOwn(ErrorCode, name) ? ErrorCode[name as keyof typeof ErrorCode] : undefined;
  if (!code) throw new MappingMistake(`${where} names the error code ${name}, which does not exist.`);
  return code;
}
