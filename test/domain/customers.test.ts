// What is decided about customers without a database: how they are made, changed, and when they may hold accounts.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { ContactVerificationStatus, IdentificationType, KycStatus } from '../../gen/payments/customers/v1/customer_enums_pb.ts';
import { CreateCustomerRequestSchema, UpdateCustomerRequestSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import { EndUserTermsConsentSchema } from '../../gen/payments/customers/v1/end_user_terms_pb.ts';
import { type Customer, entering, mayHoldAccounts, type PlatformRules } from '../../services/customers/domain/customer.ts';
import { tidyName } from '../../services/customers/domain/names.ts';
import { verifiesContacts } from '../../services/customers/domain/regions.ts';
import { type Occasion, register, statusAtCreation } from '../../services/customers/domain/registration.ts';
import { ownUmaAddress } from '../../services/customers/domain/uma-address.ts';
import { update } from '../../services/customers/domain/update.ts';
import { nameOf, Refusal } from '../../services/kit/fail.ts';

const platform: PlatformRules = {
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
const occasion: Occasion = {
  id: '0190b1a2-0000-7000-8000-000000000001',
  platformId: '0190b1a2-0000-7000-8000-00000000000a',
  environment: 'sandbox',
  platform,
  now: new Date('2026-01-01T00:00:00Z'),
};

type NewCustomer = MessageInitShape<typeof CreateCustomerRequestSchema>;
const person = { case: 'individual' as const, value: { fullName: 'Ada' } };
const company = {
  case: 'business' as const,
  value: { businessInfo: { legalName: 'Acme', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' } },
};
const whole = {
  birthDate: '1990-12-10',
  nationality: 'GB',
  idType: IdentificationType.SSN,
  identifier: '123-45-6789',
  address: { line1: '1 Main St', postalCode: '62701', country: 'US' },
};
const registered = (request: NewCustomer = {}, more: Partial<Occasion> = {}) =>
  register(create(CreateCustomerRequestSchema, { kind: person, ...request }), { ...occasion, ...more });

describe('outside the sandbox', () => {
  test.each([
    [true, KycStatus.APPROVED],
    [false, KycStatus.UNVERIFIED],
  ])('regulated: %s begins with status %s, whatever the name ends in', (isRegulated, status) => {
    const profile = registered({ kind: { case: 'individual', value: { fullName: 'Ada 002' } } }).profile;

    expect(statusAtCreation(profile, 'production', { isRegulated })).toBe(status);
    expect(registered({ kind: company }, { environment: 'production', platform: { ...platform, isRegulated } }).status).toBe(
      status,
    );
  });

  test.each([
    ['US', '12-3456789', true],
    ['US', '123456789', true],
    ['US', '123-45-6789', true],
    ['US', 'DE 123', false],
    ['DE', 'DE 123', true],
  ])('the tax number of %s may be %s: %s', (country, taxId, isRight) => {
    const kind = { case: 'business' as const, value: { businessInfo: { ...company.value.businessInfo, country, taxId } } };

    const refusal = refusalOf(() => registered({ kind }, { environment: 'production' }));

    expect(refusal).toEqual(isRight ? undefined : refused('INVALID_INPUT', 'businessInfo.taxId'));
  });
});

test.each([
  [['USD'], person, []],
  [['EUR'], person, ['address.country', 'identifier']],
  [
    ['EUR', 'PHP'],
    person,
    ['address', 'address.country', 'birthDate', 'email', 'idType', 'identifier', 'nationality', 'phoneNumber'],
  ],
  [['EUR'], company, ['address.country']],
  [['MXN'], company, ['businessInfo.businessType', 'businessInfo.registrationNumber']],
  [['MXN'], person, []],
  [[], person, []],
])('who lists %j must bring what they need', (currencies, kind, missing) => {
  const refusal = refusalOf(() => registered({ currencies, kind }));

  expect(refusal).toEqual(missing.length ? refused('MISSING_MANDATORY_USER_INFO', ...missing) : undefined);
});

test.each([
  [[], ['USD', 'EUR', 'PHP', 'MXN']],
  [
    ['PHP', 'USD', 'PHP'],
    ['PHP', 'USD'],
  ],
])('who names %j uses %j', (named, used) => {
  const told = { email: 'a@b.c', phoneNumber: '+1', kind: { case: 'individual' as const, value: whole } };

  expect(registered({ currencies: named, ...told }).currencies).toEqual(used);
});

test('what is missing is told after the currency and before the region', () => {
  expect(refusalOf(() => registered({ currencies: ['EUR', 'XYZ'], region: 'KP' }))).toEqual(refused('INVALID_CURRENCY'));
  expect(refusalOf(() => registered({ currencies: ['EUR'], region: 'KP' }))).toEqual(
    refused('MISSING_MANDATORY_USER_INFO', 'identifier'),
  );
  expect(refusalOf(() => registered({ region: 'KP' }))).toEqual(refused('NOT_IMPLEMENTED'));
});

test.each([
  ['$ada@pay.acme.test', '$ada@pay.acme.test'],
  ['$A.d-a_+9@PAY.acme.test', '$a.d-a_+9@pay.acme.test'],
  [`$${'a'.repeat(63)}@pay.acme.test`, `$${'a'.repeat(63)}@pay.acme.test`],
  [`$${'a'.repeat(64)}@pay.acme.test`, undefined],
  ['ada@pay.acme.test', undefined],
  ['$@pay.acme.test', undefined],
  ['$ada', undefined],
  ['$ada@acme.test', undefined],
  ['$ädä@pay.acme.test', undefined],
])('the UMA address %s is %s', (text, address) => {
  const refusal = refusalOf(() => expect(ownUmaAddress(text, platform.umaDomain)).toBe(address));

  expect(refusal).toEqual(address === undefined ? refused('INVALID_UMA_ADDRESS') : undefined);
});

test.each([
  ['  Ada   Lovelace ', 'Ada Lovelace'],
  ['Ada', 'Ada'],
  ['Jean\u00a0Luc', 'Jean Luc'],
])('the name %j is kept as %j', (typed, kept) => {
  expect(tidyName(typed)).toBe(kept);
});

test('contacts are verified in the EU and the EEA, and nowhere else', () => {
  const regions = ['DE', 'FR', 'HR', 'IS', 'LI', 'NO', 'CH', 'GB', 'US', undefined];

  expect(regions.filter(verifiesContacts)).toEqual(['DE', 'FR', 'HR', 'IS', 'LI', 'NO']);
});

describe('accounts may be held', () => {
  const consent = create(EndUserTermsConsentSchema, { termsVersion: 'V1' });

  test.each([
    [KycStatus.APPROVED, true, undefined, true],
    [KycStatus.APPROVED, false, undefined, false],
    [KycStatus.APPROVED, false, consent, true],
    [KycStatus.UNVERIFIED, true, consent, false],
    [KycStatus.PENDING, true, consent, false],
    [KycStatus.REJECTED, true, consent, false],
    [KycStatus.HOLD, true, consent, false],
  ])('with status %s, regulated %s', (status, isRegulated, given, may) => {
    const customer = { ...registered(), status, consent: given };

    expect(mayHoldAccounts(customer, { ...platform, isRegulated })).toBe(may);
    expect(mayHoldAccounts({ ...customer, deletedAt: occasion.now }, platform)).toBe(false);
  });
});

test('each announced status counts one event', () => {
  const made = registered({ kind: company });
  const statuses = [KycStatus.UNVERIFIED, KycStatus.PENDING, KycStatus.PENDING, KycStatus.HOLD, KycStatus.APPROVED];

  const counts = statuses.map((status, index) => statuses.slice(0, index + 1).reduce(entering, made).eventCount);

  expect(counts).toEqual([0n, 1n, 1n, 1n, 2n]);
});

describe('an update', () => {
  const later = { ...occasion, now: new Date('2026-01-02T00:00:00Z') };
  const european = registered({ region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' });
  const verified: Customer = {
    ...european,
    contacts: { email: ContactVerificationStatus.VERIFIED, phone: ContactVerificationStatus.VERIFIED },
  };
  const updated = (customer: Customer, request: MessageInitShape<typeof UpdateCustomerRequestSchema>) =>
    update(customer, create(UpdateCustomerRequestSchema, { kind: { case: 'individual', value: {} }, ...request }), later);

  test('of a verified channel has it verified again', () => {
    expect(updated(verified, { email: 'other@example.com' }).contacts).toEqual({
      email: ContactVerificationStatus.PENDING,
      phone: ContactVerificationStatus.VERIFIED,
    });
    expect(updated(verified, { phoneNumber: '+4915187654321' }).contacts).toEqual({
      email: ContactVerificationStatus.VERIFIED,
      phone: ContactVerificationStatus.PENDING,
    });
    expect(updated(verified, { email: 'ada@example.com' })).toBe(verified);
  });

  test('may name the present UMA address after the platform has moved to another domain', () => {
    const moved = { ...registered(), umaAddress: '$ada@old.acme.test' };

    expect(updated(moved, { umaAddress: '$ADA@old.acme.test' })).toBe(moved);
    expect(refusalOf(() => updated(moved, { umaAddress: '$bob@old.acme.test' }))).toEqual(refused('INVALID_UMA_ADDRESS'));
  });

  test('that lists currencies must bring what they need', () => {
    const kind = { case: 'individual' as const, value: { idType: IdentificationType.SSN, identifier: '123-45-6789' } };

    expect(refusalOf(() => updated(european, { currencies: ['EUR'] }))).toEqual(
      refused('MISSING_MANDATORY_USER_INFO', 'identifier'),
    );
    expect(updated(european, { currencies: ['EUR'], kind })).toMatchObject({ currencies: ['EUR'], isChoosy: true });
  });

  test('with an empty list of currencies follows the platform again', () => {
    const choosy = registered({ currencies: ['USD'] });

    const after = updated(choosy, { updateMask: { paths: ['currencies'] } });

    expect(after).toMatchObject({ currencies: ['USD', 'EUR', 'PHP', 'MXN'], isChoosy: false, updatedAt: later.now });
  });

  test('drops a description that is not asked for any more', () => {
    const individual = { fullName: 'Ada', purposeOfAccount: 13, purposeOfAccountOtherDescription: 'Rent' } as const;
    const made = registered({ kind: { case: 'individual', value: individual } });

    const after = updated(made, { kind: { case: 'individual', value: { purposeOfAccount: 11 } } });

    expect(after.profile.value).not.toHaveProperty('purposeOfAccountOtherDescription');
  });
});

/** The code and the fields of the refusal that an attempt ends in; undefined when it succeeds. */
function refusalOf(attempt: () => unknown): { code: string; fields: string[] } | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const told = (error.details?.errors ?? []) as { field: string }[];
    return { code: nameOf(error.code), fields: told.map(({ field }) => field).sort() };
  }
}

const refused = (code: string, ...fields: string[]) => ({ code, fields });
