// Customer data that providers require for a currency.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import type { Customer, PlatformCurrency } from './customer.ts';

type CustomerProperties = Pick<Customer, 'profile' | 'region' | 'email' | 'phoneNumber'>;

/** Throws MISSING_MANDATORY_USER_INFO with one entry per missing property that the given currencies require. */
export function refuseMissingProperties(
  customer: CustomerProperties,
  named: readonly string[],
  offered: readonly PlatformCurrency[],
): void {
  const required = new Set(offered.filter(({ code }) => named.includes(code)).flatMap(({ requiredFields }) => requiredFields));
  const missing = [...required].map((name) => missingProperty(customer, name)).filter((field) => field !== undefined);
  if (!missing.length) return;
  const errors: FieldError[] = [...new Set(missing)].map((field) => ({
    field,
    message: 'is required by the requested currencies',
  }));
  throw fail(ErrorCode.MISSING_MANDATORY_USER_INFO, `The currencies require: ${[...new Set(missing)].join(', ')}.`, {
    errors,
  });
}

/** The missing property of a field name. Names that are no property of a customer are never missing. */
function missingProperty(customer: CustomerProperties, name: string): string | undefined {
  const property = (customer.profile.case === 'individual' ? individualProperties : businessProperties).get(name);
  if (!property || property.isPresent(customer)) return undefined;
  return property.path;
}

interface Property {
  readonly path: string;
  readonly isPresent: (customer: CustomerProperties) => boolean;
}

const email: Property = { path: 'email', isPresent: ({ email }) => email !== undefined };
const phoneNumber: Property = { path: 'phoneNumber', isPresent: ({ phoneNumber }) => phoneNumber !== undefined };
const address: Property = { path: 'address', isPresent: ({ profile }) => profile.value.address !== undefined };
const residence: Property = {
  path: 'address.country',
  isPresent: ({ profile, region }) => profile.value.address !== undefined || region !== undefined,
};

const common = new Map([
  ['EMAIL', email],
  ['PHONE_NUMBER', phoneNumber],
  ['POSTAL_ADDRESS', address],
  ['COUNTRY_OF_RESIDENCE', residence],
]);

const individualProperties = new Map([
  ...common,
  ['FULL_NAME', ofIndividual('fullName')],
  ['BIRTH_DATE', ofIndividual('birthDate')],
  ['NATIONALITY', ofIndividual('nationality')],
  ['ID_TYPE', ofIndividual('idType')],
  ['ID_NUMBER', ofIndividual('identifier')],
  ['IDENTIFIER', ofIndividual('identifier')],
  ['TAX_ID', ofIndividual('identifier')],
]);

const businessProperties = new Map([
  ...common,
  ['FULL_NAME', ofBusiness('legalName')],
  ['COMPANY_LEGAL_NAME', ofBusiness('legalName')],
  ['TAX_ID', ofBusiness('taxId')],
  ['REGISTRATION_NUMBER', ofBusiness('registrationNumber')],
  ['BUSINESS_TYPE', ofBusiness('businessType')],
]);

function ofIndividual(key: 'fullName' | 'birthDate' | 'nationality' | 'idType' | 'identifier'): Property {
  return { path: key, isPresent: ({ profile }) => profile.case === 'individual' && profile.value[key] !== undefined };
}

function ofBusiness(key: 'legalName' | 'taxId' | 'registrationNumber' | 'businessType'): Property {
  return {
    path: `businessInfo.${key}`,
    isPresent: ({ profile }) => profile.case === 'business' && profile.value.businessInfo?.[key] !== undefined,
  };
}
