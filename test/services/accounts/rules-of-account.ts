// The field rules of external accounts, from the protos, and values that violate them.
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { field as fieldRules } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { expect } from 'vitest';
import { ExternalAccountInfoSchema } from '../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import { field as fieldRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { constraintOf } from '../../../services/kit/messages/constraint.ts';
import { optionOf } from '../../../services/kit/messages/options.ts';

/** A field of a request: its path, and its rules. */
export interface Leaf {
  readonly path: string;
  readonly keys: readonly string[];
  readonly desc: DescField;
}

type Kind = 'INDIVIDUAL' | 'BUSINESS';

/** Every field with a value, including those of one kind of beneficiary and of its address. */
export function leavesOf(accountType: string, kind: Kind): Leaf[] {
  return fieldsIn(messageOf(accountType), { kind, above: ['accountInfo'] }).filter(({ desc }) => !desc.message);
}

/** The required messages. */
export function requiredMessagesIn(accountType: string, kind: Kind): Leaf[] {
  const fields = fieldsIn(messageOf(accountType), { kind, above: ['accountInfo'] });
  return fields.filter(({ desc }) => desc.message && isRequired(desc));
}

export interface Trial {
  readonly how: string;
  /** By path. */
  readonly wrong: readonly Wrong[];
}

export type Wrong = Leaf & Broken;

/** Every way in which some of the fields can be invalid. */
export function trialsOf(leaves: readonly Leaf[]): Trial[] {
  const sorted = leaves.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return Object.entries(breaks)
    .map(([how, breakOne]) => ({
      how,
      wrong: sorted.flatMap((leaf) => {
        const broken = breakOne(leaf);
        return broken ? [{ ...leaf, ...broken }] : [];
      }),
    }))
    .filter(({ wrong }) => wrong.length > 0);
}

interface Broken {
  /** `undefined`: the key is omitted. */
  readonly value: unknown;
  /** The field's entry among the errors. */
  readonly entry: unknown;
}

/** Values that violate one rule each; undefined if a field has no such rule. */
const breaks: Readonly<Record<string, (leaf: Leaf) => Broken | undefined>> = {
  missing: ({ path, desc }) =>
    isRequired(desc) ? { value: undefined, entry: { field: path, message: 'is required' } } : undefined,

  'too short': (leaf) => {
    const { minLength = 0 } = constraintOf(leaf.desc) ?? {};
    const isMissing = minLength === 1 && isRequired(leaf.desc);
    return minLength === 0 || isMissing ? undefined : broken(leaf, '1'.repeat(minLength - 1));
  },

  'too long': (leaf) => {
    const { maxLength } = constraintOf(leaf.desc) ?? {};
    return maxLength === undefined ? undefined : broken(leaf, '1'.repeat(maxLength + 1));
  },

  'of another form': (leaf) => {
    const { pattern, minLength = 1 } = constraintOf(leaf.desc) ?? {};
    const unlike = ['é', ' ']
      .map((letter) => letter.repeat(minLength))
      .find((text) => pattern && !new RegExp(pattern).test(text));
    return unlike === undefined ? undefined : broken(leaf, unlike);
  },

  'none of the allowed values': (leaf) => (constraintOf(leaf.desc)?.enum ? broken(leaf, 'NO_SUCH_VALUE') : undefined),

  'of another type': ({ path }) => ({ value: 7, entry: expect.objectContaining({ field: path, message: expect.any(String) }) }),
};

function broken({ path, desc }: Leaf, value: string): Broken {
  const constraint = constraintOf(desc);
  return { value, entry: { field: path, ...(constraint && { constraint }), message: expect.any(String) } };
}

function isRequired(desc: DescField): boolean {
  return optionOf(desc, fieldRules)?.required ?? false;
}

function messageOf(accountType: string): DescMessage {
  const message = ExternalAccountInfoSchema.fields.find((member) =>
    optionOf(member, fieldRule)?.tags.includes(accountType),
  )?.message;
  if (!message) throw new Error(`There is no type ${accountType}.`);
  return message;
}

interface Place {
  readonly kind: Kind;
  readonly above: readonly string[];
}

/** All fields of a request, those of nested messages after the message itself. A beneficiary is one of its kinds. */
function fieldsIn(message: DescMessage, { kind, above }: Place): Leaf[] {
  return message.fields
    .filter((desc) => !optionOf(desc, fieldRule)?.readOnly)
    .flatMap((desc) => {
      const keys = [...above, desc.jsonName];
      const inner = desc.message && held(desc.message, kind);
      return [{ path: keys.join('.'), keys, desc }, ...(inner ? fieldsIn(inner, { kind, above: keys }) : [])];
    });
}

/** The message that contains the fields: the member of the kind for a union. */
function held(message: DescMessage, kind: Kind): DescMessage | undefined {
  const [union] = message.oneofs;
  return union ? union.fields.find((member) => optionOf(member, fieldRule)?.tags.includes(kind))?.message : message;
}
