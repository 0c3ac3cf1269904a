// What production checks beyond the shape: check digits and alphabets, directories, places that fit, and what corridors ask for.
// These libraries take a while to load, and the sandbox does without them.
import type { FieldError } from '../../../../kit/messages/json/problems.ts';
import type { AccountInfo } from '../account-type.ts';
import { fieldsOf } from '../account-types.ts';
import { bankNameProblem, bicProblem, clabeProblem, ibanProblem, missingIban, routingProblem } from './bank-numbers.ts';
import { beneficiaryProblems } from './beneficiary.ts';
import { addressProblem } from './chain-addresses.ts';
import { invoiceProblem } from './lightning.ts';
import { providerProblem, walletPhoneProblem } from './mobile-wallets.ts';
import { phoneProblem } from './phone.ts';
import { pixProblem, taxIdProblem } from './pix.ts';

export interface Placed {
  readonly currency: string;
  readonly info: AccountInfo;
  readonly now: Date;
}

export interface StrictProblems {
  /** Of the beneficiary: what the corridor asks for, and numbers that cannot be. */
  readonly beneficiary: readonly FieldError[];
  /** Of the number or address itself. */
  readonly coordinates: readonly FieldError[];
}

/** What is wrong with an account that has the right shape. */
export function strictProblems(account: Placed): StrictProblems {
  return { beneficiary: beneficiaryProblems(account), coordinates: coordinateProblems(account) };
}

function coordinateProblems({ info, now }: Placed): FieldError[] {
  const problems: FieldError[] = [];
  for (const [field, value] of Object.entries(fieldsOf(info))) {
    const message = typeof value === 'string' ? rules[field]?.(value, info, now) : undefined;
    if (message) problems.push({ field: `accountInfo.${field}`, message });
  }
  const missing = missingIban(info);
  return missing ? [...problems, missing] : problems;
}

/** What is wrong with the value of a field; undefined when nothing is. */
type Rule = (value: string, info: AccountInfo, now: Date) => string | undefined;

/** By field name, which means the same in every type. */
const rules: Readonly<Record<string, Rule>> = {
  iban: ibanProblem,
  swiftCode: bicProblem,
  routingNumber: routingProblem,
  intermediaryRoutingNumber: routingProblem,
  clabeNumber: clabeProblem,
  pixKey: pixProblem,
  taxId: taxIdProblem,
  bankName: bankNameProblem,
  provider: providerProblem,
  phoneNumber: (phone, info) => walletPhoneProblem(phone, info) ?? phoneProblem(phone),
  address: addressProblem,
  invoice: (invoice, _, now) => invoiceProblem(invoice, now),
};
