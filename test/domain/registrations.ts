// Customers as a platform registers them.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { IdentificationType } from '../../gen/payments/customers/v1/customer_enums_pb.ts';
import { CreateCustomerRequestSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import { toNewCustomer } from '../../services/customers/convert-request.ts';
import type { PlatformRules } from '../../services/customers/domain/customer.ts';
import { type Occasion, register } from '../../services/customers/domain/registration.ts';
import { nameOf, Refusal } from '../../services/kit/messages/fail.ts';

export const platform: PlatformRules = {
  isRegulated: true,
  umaDomain: 'pay.acme.test',
  termsVersions: ['V1'],
  currencies: [
    { code: 'USD', requiredFields: [] },
    { code: 'EUR', requiredFields: ['FULL_NAME', 'TAX_ID', 'COUNTRY_OF_RESIDENCE', 'FI_ADDRESS'] },
    {
      code: 'PHP',
      requiredFields: ['EMAIL', 'PHONE_NUMBER', 'POSTAL_ADDRESS', 'BIRTH_DATE', 'NATIONALITY', 'ID_TYPE', 'ID_NUMBER'],
    },
    { code: 'MXN', requiredFields: ['COMPANY_LEGAL_NAME', 'REGISTRATION_NUMBER', 'BUSINESS_TYPE', 'USER_TYPE'] },
  ],
};
export const occasion: Occasion = {
  id: '0190b1a2-0000-7000-8000-000000000001',
  platformId: '0190b1a2-0000-7000-8000-00000000000a',
  environment: 'sandbox',
  platform,
  now: new Date('2026-01-01T00:00:00Z'),
};

type NewCustomer = MessageInitShape<typeof CreateCustomerRequestSchema>;
export const person = { case: 'individual' as const, value: { fullName: 'Ada' } };
export const company = {
  case: 'business' as const,
  value: { businessInfo: { legalName: 'Acme', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' } },
};
export const whole = {
  birthDate: '1990-12-10',
  nationality: 'GB',
  idType: IdentificationType.SSN,
  identifier: '123-45-6789',
  address: { line1: '1 Main St', postalCode: '62701', country: 'US' },
};
export const registered = (request: NewCustomer = {}, more: Partial<Occasion> = {}) =>
  register(toNewCustomer(create(CreateCustomerRequestSchema, { kind: person, ...request })), { ...occasion, ...more });

/** The code and the fields of the refusal; undefined on success. */
export function refusalOf(attempt: () => unknown): { code: string; fields: string[] } | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const errors = (error.details?.errors ?? []) as { field: string }[];
    return { code: nameOf(error.code), fields: errors.map(({ field }) => field).sort() };
  }
}

export const refused = (code: string, ...fields: string[]) => ({ code, fields });
