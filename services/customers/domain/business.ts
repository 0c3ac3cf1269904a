// Rules for the data of a business.
import type { Business } from '../../../gen/payments/customers/v1/business_pb.ts';
import { PurposeOfAccount, SourceOfFundsCategory } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { tidyName } from './names.ts';

export type BusinessInfo = NonNullable<Business['businessInfo']>;

/** The part of a business's data that rules over several fields use. */
type FinancialPurpose = Pick<
  BusinessInfo,
  'sourceOfFundsCategories' | 'sourceOfFundsOtherDescription' | 'purposeOfAccount' | 'purposeOfAccountOtherDescription'
>;

/** Inconsistent and missing data. The business may violate any other rule at the same time. */
export function businessProblems(info: FinancialPurpose | undefined): FieldError[] {
  if (!info) return [];
  return descriptions
    .filter((description) => isRequired[description](info) && info[description] === undefined)
    .map((description) => ({ field: `businessInfo.${description}`, message: 'is required with OTHER' }));
}

/** The stored form of the business: names are trimmed, descriptions without OTHER are removed. */
export function tidyBusiness(business: Business): Business {
  const kept = structuredClone(business);
  const { businessInfo: info } = kept;
  if (!info) return kept;
  info.legalName = tidyName(info.legalName);
  for (const name of names) if (info[name] !== undefined) info[name] = tidyName(info[name]);
  for (const description of descriptions) if (!isRequired[description](info)) delete info[description];
  return kept;
}

const names = ['doingBusinessAs', 'primaryContactFirstName', 'primaryContactLastName'] as const;

/** US tax numbers have a format. The sandbox accepts every number that the proto accepts. */
export function taxIdProblems(info: BusinessInfo | undefined, environment: Environment): FieldError[] {
  if (environment === 'sandbox' || info?.country !== 'US' || info.taxId === undefined) return [];
  if (new RegExp(usTaxId).test(info.taxId)) return [];
  return [{ field: 'businessInfo.taxId', constraint: { pattern: usTaxId }, message: 'is not a valid US tax number' }];
}

/** An employer's `##-#######` or a person's `###-##-####`, with or without hyphens. */
const usTaxId = '^(\\d{2}-?\\d{7}|\\d{3}-?\\d{2}-?\\d{4})$';

/** Whether the values require a description of `OTHER`. */
const isRequired = {
  sourceOfFundsOtherDescription: (info: FinancialPurpose) => info.sourceOfFundsCategories.includes(SourceOfFundsCategory.OTHER),
  purposeOfAccountOtherDescription: (info: FinancialPurpose) => info.purposeOfAccount === PurposeOfAccount.OTHER,
};
const descriptions = Object.keys(isRequired) as (keyof typeof isRequired)[];
