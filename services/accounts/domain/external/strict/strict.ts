// Validation in production, beyond the shape: check digits and alphabets, directories, countries, and requirements of corridors.
// These libraries take long to load, and the sandbox does not need them.
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
  /** Of the beneficiary: fields required by the corridor, and invalid numbers. */
  readonly beneficiary: readonly FieldError[];
  /** Of the number or address itself. */
  readonly coordinates: readonly FieldError[];
}

/** The errors of an account with a valid shape. */
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

/** The error of a field's value, if any. */
type Rule = (value: string, info: AccountInfo, now: Date) => string | undefined;

/** By field name, which has the same meaning in every type. */
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
