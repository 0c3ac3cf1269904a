// What production checks beyond the shape: check digits and alphabets, and that bank and country belong together.
import type { FieldError } from '../../../kit/json/problems.ts';
import type { AccountInfo } from './account-type.ts';
import { accountTypeOf, fieldsOf } from './account-types.ts';
import { isClabe, isIban, isRoutingNumber } from './check-digits.ts';

/** What is wrong with coordinates that have the right shape. */
export function strictProblems(info: AccountInfo): FieldError[] {
  const problems: FieldError[] = [];
  for (const [field, value] of Object.entries(fieldsOf(info))) {
    const rule = rules[field];
    const message = typeof value === 'string' ? rule?.(value, info) : undefined;
    if (message) problems.push({ field: `accountInfo.${field}`, message });
  }
  return problems;
}

type Rule = (value: string, info: AccountInfo) => string | undefined;

/** By field name, which means the same in every type. */
const rules: Readonly<Record<string, Rule>> = {
  iban: (iban, info) => (isIban(iban) ? misplaced(iban.slice(0, 2), info) : 'has wrong check digits'),
  swiftCode: (bic, info) => misplaced(bic.slice(4, 6), info),
  routingNumber: (routing) => (isRoutingNumber(routing) ? undefined : 'is not a routing number'),
  intermediaryRoutingNumber: (routing) => (isRoutingNumber(routing) ? undefined : 'is not a routing number'),
  clabeNumber: (clabe) => (isClabe(clabe) ? undefined : 'has a wrong check digit'),
  address: (address, info) => (info.case === 'solanaWallet' && !base58.test(address) ? 'is not base58' : undefined),
};

function misplaced(country: string, info: AccountInfo): string | undefined {
  const homes = info.case === 'swiftAccount' ? [info.value.country] : accountTypeOf(info.case).countries;
  if (homes.includes(country)) return undefined;
  return info.case === 'swiftAccount' ? 'is of another country' : 'is of another country: use SWIFT_ACCOUNT';
}

const base58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
