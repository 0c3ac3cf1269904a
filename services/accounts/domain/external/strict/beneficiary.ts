// Requirements of corridors for beneficiaries beyond the shape, and invalid numbers.
import { DocumentKind } from '../../../../../gen/payments/accounts/v1/beneficiary_by_currency_pb.ts';
import { PaymentRail } from '../../../../../gen/payments/common/v1/payment_pb.ts';
import type { FieldError } from '../../../../kit/messages/json/problems.ts';
import type { AccountInfo } from '../account-type.ts';
import { accountTypeOf } from '../account-types.ts';
import { beneficiaryOf } from '../beneficiary.ts';
import { railsOf } from '../rails.ts';
import { isChineseBusinessNumber, isColombianTaxNumber } from './national-numbers.ts';
import { phoneProblem } from './phone.ts';

export function beneficiaryProblems({ info, currency }: { info: AccountInfo; currency: string }): FieldError[] {
  const beneficiary = beneficiaryOf(info);
  if (!beneficiary?.case || accountTypeOf(info.case).kind !== 'bank') return [];
  const { value } = beneficiary;
  if (value.$typeName === 'payments.accounts.v1.WalletIndividualBeneficiary') return [];
  const given: Readonly<Record<string, unknown>> = value;
  const { phoneNumber, address } = value;
  const required = (beneficiary.case === 'business' ? ofBusiness : ofIndividual)[currency] ?? [];

  const problems: Problem[] = required.filter((field) => isAbsent(given[field])).map((field) => [field, 'is required']);
  if (address && isAbsent(address.city)) problems.push(['address.city', 'is required']);
  problems.push(
    ['phoneNumber', phoneNumber === undefined ? undefined : phoneProblem(phoneNumber)],
    ...missingFieldProblems(info),
  );
  return problems.flatMap(([field, message]) => (message ? [{ field: `accountInfo.beneficiary.${field}`, message }] : []));
}

/** A field of the beneficiary, and its error, if any. */
type Problem = readonly [field: string, message: string | undefined];

const isAbsent = (value: unknown) => value === undefined || value === '';

/** Required fields of individuals, by currency. */
const ofIndividual: Readonly<Record<string, readonly string[]>> = { GBP: ['address'], EUR: ['address'] };

const address = ['address'];
const businessFields = ['address', 'registrationNumber', 'taxId'];

/** Required fields of businesses, by currency. */
const ofBusiness: Readonly<Record<string, readonly string[]>> = {
  ...forAll('USD MXN GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED', address),
  ...forAll('NGN ZAR KES TZS RWF ZMW UGX BWP MWK XOF XAF', businessFields),
  EUR: ['address', 'registrationNumber'],
};

function forAll(currencies: string, fields: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, fields]));
}

/** Colombian banks require identity documents; tax numbers there, and Chinese business numbers, have check digits. */
function missingFieldProblems(info: AccountInfo): Problem[] {
  const beneficiary = beneficiaryOf(info);
  if (info.case === 'cnyAccount' && beneficiary?.case === 'business') {
    const { registrationNumber } = beneficiary.value;
    const isWrong = registrationNumber !== undefined && !isChineseBusinessNumber(registrationNumber);
    return [['registrationNumber', isWrong ? 'has a wrong check digit' : undefined]];
  }
  const person = info.case === 'copAccount' ? info.value.beneficiary?.kind : undefined;
  if (person?.case !== 'individual') return [];
  const { documentType, documentNumber } = person.value;
  if (documentNumber !== undefined) {
    const isWrong = documentType === DocumentKind.NIT && !isColombianTaxNumber(documentNumber);
    return [['documentNumber', isWrong ? 'has a wrong check digit' : undefined]];
  }
  const message = railsOf(info).includes(PaymentRail.BANK_TRANSFER) ? 'is required' : undefined;
  return [
    ['documentType', message],
    ['documentNumber', message],
  ];
}
