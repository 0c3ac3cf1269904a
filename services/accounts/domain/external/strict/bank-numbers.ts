// Numbers of banks and bank accounts, and names of banks.
import { clabe } from 'clabe-validator';
import { countrySpecs, isValidBIC, isValidIBAN } from 'ibantools';
import type { FieldError } from '../../../../kit/messages/json/problems.ts';
import type { AccountInfo } from '../account-type.ts';
import { accountTypeOf } from '../account-types.ts';
import { institutionsIn } from '../institutions.ts';

/** ISO 13616: check digits, length and format of the country. */
export function ibanProblem(iban: string, info: AccountInfo): string | undefined {
  return isValidIBAN(iban) ? misplaced(iban.slice(0, 2), info) : 'is not an IBAN: check its digits';
}

/** ISO 9362. */
export function bicProblem(bic: string, info: AccountInfo): string | undefined {
  return isValidBIC(bic) ? misplaced(bic.slice(4, 6), info) : 'is not a BIC';
}

/** US routing numbers: weights 3, 7, 1, and a prefix assigned by the Federal Reserve. */
export function routingProblem(routing: string): string | undefined {
  const region = Number(routing.slice(0, 2));
  const isAssigned = region <= 12 || (region >= 21 && region <= 32) || (region >= 61 && region <= 72) || region === 80;
  const sum = [...routing].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return isAssigned && sum % 10 === 0 ? undefined : 'is not a routing number';
}

/** Mexican account numbers: the check digit, and a known bank. */
export function clabeProblem(number: string): string | undefined {
  const { checksum, valid } = clabe.validate(number);
  if (String(checksum) !== number.at(-1)) return 'has a wrong check digit';
  return valid.bank ? undefined : 'is of an unknown bank';
}

/** If the directory lists the banks of a type, the name must be one of them, exactly. */
export function bankNameProblem(bankName: string, info: AccountInfo): string | undefined {
  const { countries, currencies } = accountTypeOf(info.case);
  const listed = countries.flatMap((country) => currencies.flatMap((currency) => institutionsIn({ country, currency })));
  if (listed.length === 0 || listed.some((one) => one.bankName === bankName)) return undefined;
  return 'is not a bankName out of GET /discoveries';
}

/** In countries with IBANs, banks accept no other account numbers. */
export function missingIban(info: AccountInfo): FieldError | undefined {
  if (info.case !== 'swiftAccount' || info.value.iban !== undefined) return undefined;
  if (!countrySpecs[info.value.country]?.IBANRegistry) return undefined;
  return { field: 'accountInfo.iban', message: 'is required in this country' };
}

function misplaced(country: string, info: AccountInfo): string | undefined {
  const homes = info.case === 'swiftAccount' ? [info.value.country] : accountTypeOf(info.case).countries;
  if (homes.includes(country)) return undefined;
  return info.case === 'swiftAccount' ? 'is of another country' : 'is of another country: use SWIFT_ACCOUNT';
}
