// What the document says about operations, fields and values: the comments of the protos, else the terms that fields share by name.
import type { DescEnum, DescField, DescMessage, DescMethod } from '@bufbuild/protobuf';
import { comments } from '../../gen/comments.ts';
import { type ErrorCode, ErrorCodeSchema } from '../../gen/payments/common/v1/error_pb.ts';
import { field as fieldOption, webhook as webhookOption } from '../../gen/payments/rest/v1/rest_pb.ts';
import { nameOf } from '../../services/kit/messages/fail.ts';
import { enumNames } from '../../services/kit/messages/json/enums.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import type { Schema } from './json-schema.ts';
import { accessTerms } from './terms/access.ts';
import { accountTerms } from './terms/accounts.ts';
import { paymentTerms } from './terms/payments.ts';
import { peopleTerms } from './terms/people.ts';
import { productTerms } from './terms/products.ts';
import { sharedTerms } from './terms/shared.ts';

const terms = new Map<string, string>(
  Object.entries({ ...sharedTerms, ...peopleTerms, ...accountTerms, ...paymentTerms, ...accessTerms, ...productTerms }),
);

/** `{ description }`, or nothing if there is none. */
export function described(text: string | undefined): Schema {
  return text === undefined ? {} : { description: text };
}

/** The meaning of a field, and of its values if they are an enum. */
export function fieldText(field: DescField): string | undefined {
  const values = field.enum ? valuesText(field.enum) : '';
  return [ownText(field), values].filter(Boolean).join('\n\n') || undefined;
}

/** The comment of the field, else the shared term for its name, else the comment of its type. */
function ownText(field: DescField): string | undefined {
  return (
    commentOn(`${field.parent.typeName}.${field.name}`) ??
    (optionOf(field.parent, webhookOption) && envelopeTerms.get(field.jsonName)) ??
    terms.get(field.jsonName) ??
    commentOn((field.message ?? field.enum)?.typeName ?? '') ??
    idText(field)
  );
}

/** The shared term for a name that is no field of a message: the discriminator of a union. */
export function termOf(name: string): string | undefined {
  return terms.get(name);
}

export function messageText(desc: DescMessage): string | undefined {
  return commentOn(desc.typeName);
}

export function methodText(method: DescMethod): string | undefined {
  return commentOn(`${method.parent.typeName}.${method.name}`);
}

/** The meaning of an error code. */
export function errorText(code: ErrorCode): string {
  const value = ErrorCodeSchema.values.find(({ number }) => number === code);
  const meaning = commentOn(`${ErrorCodeSchema.typeName}.${value?.name}`);
  if (meaning === undefined) throw new Error(`${nameOf(code)} has no comment in its proto.`);
  return meaning;
}

/** The values of an enum that have a comment, as a list in Markdown. */
function valuesText(desc: DescEnum): string {
  const lines = desc.values.flatMap(({ name, number }) => {
    const meaning = commentOn(`${desc.typeName}.${name}`);
    const wireName = enumNames(desc).byNumber.get(number);
    return meaning !== undefined && wireName !== undefined ? [`- \`${wireName}\`: ${meaning}`] : [];
  });
  return lines.join('\n');
}

/** `CreateQuote` is "Create quote". */
export function summaryOf({ name }: DescMethod): string {
  const [first = '', ...others] = name.match(/[A-Z][a-z0-9]*/g) ?? [name];
  return [first, ...others.map((word) => acronyms.get(word) ?? word.toLowerCase())].join(' ');
}

const acronyms = new Map([
  ['Csv', 'CSV'],
  ['Id', 'id'],
  ['Kyc', 'KYC'],
  ['Sca', 'SCA'],
  ['Uma', 'UMA'],
  ['Vasps', 'VASPs'],
]);

/** Names of fields in code spans are those of JSON. */
function commentOn(name: string): string | undefined {
  return comments[name]?.replaceAll(/`[a-z]+(?:_[a-z0-9]+)+`/g, (span) =>
    span.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  );
}

function idText(field: DescField): string | undefined {
  const kind = optionOf(field, fieldOption)?.idKind;
  return kind ? `Id of the resource: \`${kind.replace('|', ':<uuid>` or `')}:<uuid>\`.` : undefined;
}

/** Fields of every webhook. */
const envelopeTerms = new Map([
  ['id', 'Id of the event, the same in each of its deliveries. Use it to ignore repetitions.'],
  ['type', 'Type of the event.'],
  ['timestamp', 'When the event occurred.'],
  ['data', 'The resource, as it was after the event.'],
]);
