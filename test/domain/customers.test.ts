// Rules of a new customer without a database: creation, names, and approval.
import { describe, expect, test } from 'vitest';
import { KycStatus } from '../../gen/payments/customers/v1/customer_enums_pb.ts';
import { tidyName } from '../../services/customers/domain/names.ts';
import { verifiesContacts } from '../../services/customers/domain/regions.ts';
import { statusAtCreation } from '../../services/customers/domain/registration.ts';
import { ownUmaAddress } from '../../services/customers/domain/uma-address.ts';
import { company, person, platform, refusalOf, refused, registered, whole } from './registrations.ts';

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
])('a customer with %j must have the required fields', (currencies, kind, missing) => {
  const refusal = refusalOf(() => registered({ currencies, kind }));

  expect(refusal).toEqual(missing.length ? refused('MISSING_MANDATORY_USER_INFO', ...missing) : undefined);
});

test.each([
  [[], ['USD', 'EUR', 'PHP', 'MXN']],
  [
    ['PHP', 'USD', 'PHP'],
    ['PHP', 'USD'],
  ],
])('a customer with %j uses %j', (named, used) => {
  const request = { email: 'a@b.c', phoneNumber: '+1', kind: { case: 'individual' as const, value: whole } };

  expect(registered({ currencies: named, ...request }).currencies).toEqual(used);
});

test('missing fields are reported after the currency and before the region', () => {
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
])('the name %j is stored as %j', (typed, kept) => {
  expect(tidyName(typed)).toBe(kept);
});

test('contacts are verified in the EU and the EEA only', () => {
  const regions = ['DE', 'FR', 'HR', 'IS', 'LI', 'NO', 'CH', 'GB', 'US', undefined];

  expect(regions.filter(verifiesContacts)).toEqual(['DE', 'FR', 'HR', 'IS', 'LI', 'NO']);
});
