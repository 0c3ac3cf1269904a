// Rules for the data of an individual.
import {
  IdentificationType,
  IndividualSourceOfFundsCategory,
  PurposeOfAccount,
  SourceOfWealthCategory,
} from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Individual } from '../../../gen/payments/customers/v1/individual_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { tidyName } from './names.ts';

/** Inconsistent and missing data. The individual may violate any other rule at the same time. */
export function individualProblems(individual: Individual): FieldError[] {
  return [...identifierProblems(individual), ...missingDescriptions(individual)];
}

/** The stored form of the individual: names are trimmed, defaults added, descriptions without OTHER removed. */
export function tidyIndividual(individual: Individual): Individual {
  const kept = structuredClone(individual);
  delete kept.kycStatus;
  if (kept.fullName !== undefined) kept.fullName = tidyName(kept.fullName);
  if (kept.idType !== undefined) kept.countryOfIssuance ??= 'US';
  for (const description of descriptions) if (!isRequired[description](kept)) delete kept[description];
  return kept;
}

/** An identifier requires its type, and must have its format. */
export function identifierProblems({ idType, identifier }: Pick<Individual, 'idType' | 'identifier'>): FieldError[] {
  if (identifier === undefined) return [];
  if (idType === undefined) return [{ field: 'idType', message: 'is required with identifier' }];
  const form = idType === IdentificationType.SSN ? ssn : idType === IdentificationType.ITIN ? itin : undefined;
  if (!form || new RegExp(form.pattern).test(identifier)) return [];
  return [{ field: 'identifier', constraint: form, message: 'does not match the format of its idType' }];
}

const ssn = { format: 'us-ssn', pattern: '^\\d{3}-\\d{2}-\\d{4}$' };
const itin = { pattern: '^9\\d{2}-\\d{2}-\\d{4}$' };

/** Whether the values require a description of `OTHER`. */
const isRequired = {
  sourceOfFundsOtherDescription: (individual: Individual) =>
    individual.sourceOfFundsCategories.includes(IndividualSourceOfFundsCategory.OTHER),
  sourceOfWealthOtherDescription: (individual: Individual) =>
    individual.sourceOfWealthCategories.includes(SourceOfWealthCategory.OTHER),
  purposeOfAccountOtherDescription: (individual: Individual) => individual.purposeOfAccount === PurposeOfAccount.OTHER,
};
const descriptions = Object.keys(isRequired) as (keyof typeof isRequired)[];

function missingDescriptions(individual: Individual): FieldError[] {
  return descriptions
    .filter((description) => isRequired[description](individual) && individual[description] === undefined)
    .map((field) => ({ field, message: 'is required with OTHER' }));
}
