// The reference page of account types, from the rules of the proto and the table of types.
import type { DescField } from '@bufbuild/protobuf';
import { field as fieldRules } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { ExternalAccountInfoSchema } from '../gen/payments/accounts/v1/external_account_info_pb.ts';
import { PaymentRailSchema } from '../gen/payments/common/v1/payment_pb.ts';
import { field as fieldRule } from '../gen/payments/rest/v1/rest_pb.ts';
import type { AccountType, AccountTypeName, RailSet } from '../services/accounts/domain/external/account-type.ts';
import { accountTypes } from '../services/accounts/domain/external/account-types.ts';
import { constraintOf } from '../services/kit/messages/constraint.ts';
import { enumNames } from '../services/kit/messages/json/enums.ts';
import { optionOf } from '../services/kit/messages/options.ts';

interface Entry {
  readonly tag: string;
  readonly fields: readonly DescField[];
  readonly type: AccountType;
}

/** Markdown: types, the fields that select a rail, and the format of every field. */
export function accountTypesPage(): string {
  const entries = entriesByTag();
  return [
    head,
    table(['accountType', 'Currency', 'Countries', 'Required', 'Optional', 'paymentRails'], entries.map(typeRow)),
    '## Numbers and names',
    [
      'The sandbox derives outcomes from the last three characters of the primary identifier: the first field of the list that is set.',
      'The last column says who compares the name of the beneficiary with the name of the account in production.',
    ].join('\n'),
    table(['accountType', 'Primary identifier', 'Name check'], entries.map(checkRow)),
    '## Fields that choose the rail',
    'In addition to the required fields, set all fields of at least one line.',
    table(['accountType', 'Rail', 'Fields'], entries.flatMap(railRows)),
    '## Beneficiaries',
    'The fields of `beneficiary`, by `beneficiaryType`. Fields of the other type are ignored.',
    table(['accountType', 'beneficiaryType', 'Required', 'Optional'], beneficiaryRows(entries)),
    '## Field formats',
    `${table(['accountType', 'Field', 'Format'], entries.flatMap(fieldRows))}\n`,
  ].join('\n\n');
}

function entriesByTag(): Entry[] {
  const entries = ExternalAccountInfoSchema.fields.map((member) => ({
    tag: optionOf(member, fieldRule)?.tags[0] ?? '',
    fields: (member.message?.fields ?? []).filter(({ localName }) => localName !== 'paymentRails'),
    type: accountTypes[member.localName as AccountTypeName],
  }));
  return entries.sort((one, other) => (one.tag < other.tag ? -1 : 1));
}

function typeRow({ tag, fields, type }: Entry): string[] {
  const required = [...namesWhere(fields, true), ...(type.exactlyOne ? [`exactly one of ${type.exactlyOne.join(', ')}`] : [])];
  return [
    `\`${tag}\``,
    type.currencies.length > 3 ? 'any fiat currency with payouts' : type.currencies.join(', '),
    type.countries.length > 10 ? 'the SEPA zone' : type.countries.join(', '),
    required.join(', '),
    (type.exactlyOne ? [] : namesWhere(fields, false)).join(', '),
    type.rails.map(railName).join(', '),
  ];
}

function checkRow({ tag, type }: Entry): string[] {
  return [
    `\`${tag}\``,
    type.primary.map((field) => `\`${field}\``).join(', '),
    nameChecks[type.kind === 'bank' ? type.nameCheck : 'NONE'],
  ];
}

const nameChecks: Readonly<Record<AccountType['nameCheck'] | 'NONE', string>> = {
  COMPARED: 'the service',
  BY_RECEIVING_BANK: 'the receiving bank',
  UNSUPPORTED: 'nobody',
  NONE: '',
};

/** One row per type of beneficiary, with all account types that use it. */
function beneficiaryRows(entries: readonly Entry[]): string[][] {
  const kinds = entries.flatMap(({ tag, fields }) =>
    (fields.find(({ localName }) => localName === 'beneficiary')?.message?.fields ?? []).map((member) => ({ tag, member })),
  );
  return [...Map.groupBy(kinds, ({ member }) => member.message).values()].map((alike) => {
    const [first] = alike;
    const fields = first?.member.message?.fields ?? [];
    const tags = alike.map(({ tag }) => `\`${tag}\``).join(', ');
    const kind = first ? (optionOf(first.member, fieldRule)?.tags[0] ?? '') : '';
    return [tags, kind, namesWhere(fields, true).join(', '), namesWhere(fields, false).join(', ')];
  });
}

function railRows({ tag, type }: Entry): string[][] {
  return (type.railSets ?? []).map((set) => [`\`${tag}\``, railName(set.rail), [...set.fields, ...conditions(set)].join(', ')]);
}

function conditions({ when, holder }: RailSet): string[] {
  const chosen = when ? [`${when.field} is ${when.isOneOf.join(' or ')}`] : [];
  return holder ? [...chosen, `the beneficiary is ${holder}`] : chosen;
}

function fieldRows({ tag, fields }: Entry): string[][] {
  return fields.filter(({ message }) => !message).map((field) => [`\`${tag}\``, `\`${field.jsonName}\``, formOf(field)]);
}

function formOf(field: DescField): string {
  const { enum: values, pattern, minLength, maxLength } = constraintOf(field) ?? {};
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  const length = minLength === maxLength ? `${minLength ?? ''}` : `${minLength ?? 0} to ${maxLength}`;
  return [`${length} characters`, ...(pattern ? [`\`${pattern.replaceAll('|', '\\|')}\``] : [])].join(', ');
}

function namesWhere(fields: readonly DescField[], required: boolean): string[] {
  return fields.filter((field) => isRequired(field) === required).map(({ jsonName }) => `\`${jsonName}\``);
}

function isRequired(field: DescField): boolean {
  return optionOf(field, fieldRules)?.required ?? false;
}

function railName(rail: number): string {
  return enumNames(PaymentRailSchema).byNumber.get(rail) ?? '';
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

const head = `# Account types

Generated by \`npm run docs\` from \`proto/payments/accounts/v1\` and \`services/accounts/domain/external\`. Do not edit.

The fields of \`accountInfo\` of an external account, by \`accountType\`. \`paymentRails\` is read-only.
Requests may use \`LIGHTNING_ACCOUNT\` as another name for \`LIGHTNING\`.`;
