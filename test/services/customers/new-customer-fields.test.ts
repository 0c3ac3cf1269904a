// Validation of the fields of a new customer, in a single answer.
import { describe, expect, test } from 'vitest';
import { business, fieldsOf, individual, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();

describe('all invalid fields are reported together', () => {
  const european = { region: 'FR' };
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['no type', {}, ['customerType']],
    ['an unknown type', { customerType: 'Individual' }, ['customerType']],
    ['e-mail', { ...individual, email: 'nobody' }, ['email']],
    ['phone', { ...individual, phoneNumber: '0151 123' }, ['phoneNumber']],
    ['days that do not exist', { ...individual, birthDate: '1990-02-30' }, ['birthDate']],
    ['days in the future', { ...individual, birthDate: '2090-01-01' }, ['birthDate']],
    ['countries', { ...individual, nationality: 'XX', region: 'us' }, ['nationality', 'region']],
    ['id type of others', { ...individual, idType: 'EIN' }, ['idType']],
    ['country of issuance', { ...individual, idType: 'SSN', countryOfIssuance: 'CA' }, ['countryOfIssuance']],
    ['SSN', { ...individual, idType: 'SSN', identifier: '123456789' }, ['identifier']],
    ['ITIN', { ...individual, idType: 'ITIN', identifier: '123-45-6789' }, ['identifier']],
    ['identifier without type', { ...individual, identifier: '123-45-6789' }, ['idType']],
    ['names', { customerType: 'INDIVIDUAL', fullName: 'Ada <b>' }, ['fullName']],
    ['empty names', { customerType: 'INDIVIDUAL', fullName: '   ' }, ['fullName']],
    ['invisible names', { customerType: 'INDIVIDUAL', fullName: ' \u200b\u2060 \u3164' }, ['fullName']],
    ['days before 1900', { customerType: 'INDIVIDUAL', birthDate: '1899-12-31' }, ['birthDate']],
    ['long names', { customerType: 'INDIVIDUAL', fullName: 'a'.repeat(256) }, ['fullName']],
    ['addresses', { ...individual, address: { city: 'Rome' } }, ['address.country', 'address.line1', 'address.postalCode']],
    ['currencies', { ...individual, currencies: ['USD', 'eur'] }, ['currencies.1']],
    ['null', { ...individual, email: null }, ['email']],
    [
      'null in addresses',
      { ...individual, address: { line1: 'x', line2: null, city: null, state: null, postalCode: '1', country: 'US' } },
      ['address.city', 'address.line2', 'address.state'],
    ],
    ['enums', { ...individual, pepStatus: 'none' }, ['pepStatus']],
    ['other sources of funds', { ...individual, sourceOfFundsCategories: ['OTHER'] }, ['sourceOfFundsOtherDescription']],
    ['other sources of wealth', { ...individual, sourceOfWealthCategories: ['OTHER'] }, ['sourceOfWealthOtherDescription']],
    ['other purposes', { ...individual, purposeOfAccount: 'OTHER' }, ['purposeOfAccountOtherDescription']],
    [
      'long descriptions',
      { ...individual, purposeOfAccountOtherDescription: 'x'.repeat(501) },
      ['purposeOfAccountOtherDescription'],
    ],
    ['own id', { ...individual, platformCustomerId: '' }, ['platformCustomerId']],
    ['business without data', { customerType: 'BUSINESS' }, ['businessInfo']],
    [
      'business without its core',
      { customerType: 'BUSINESS', businessInfo: { naicsCode: '1' } },
      [
        'businessInfo.country',
        'businessInfo.incorporatedOn',
        'businessInfo.legalName',
        'businessInfo.naicsCode',
        'businessInfo.taxId',
      ],
    ],
    [
      'business purposes',
      { ...business, businessInfo: { ...business.businessInfo, purposeOfAccount: 'OTHER', sourceOfFundsCategories: ['OTHER'] } },
      ['businessInfo.purposeOfAccountOtherDescription', 'businessInfo.sourceOfFundsOtherDescription'],
    ],
    ['tax number', { ...business, businessInfo: { ...business.businessInfo, taxId: '12#34' } }, ['businessInfo.taxId']],
    ['contacts in the EU', { ...individual, ...european }, ['email', 'phoneNumber']],
    [
      'contact persons in the EU',
      { ...business, ...european, email: 'a@b.fr', phoneNumber: '+33612345678' },
      ['businessInfo.primaryContactFirstName', 'businessInfo.primaryContactLastName'],
    ],
    [
      'consent',
      { ...individual, endUserTermsConsent: { ipAddress: '1.2.3', termsVersion: 'V1' } },
      ['endUserTermsConsent.acceptanceMethod', 'endUserTermsConsent.acceptedAt', 'endUserTermsConsent.ipAddress'],
    ],
    [
      'all kinds together',
      { ...individual, email: 'x', idType: 'EIN', identifier: '1', ...european },
      ['email', 'idType', 'phoneNumber'],
    ],
  ];

  test.each(cases)('%s', async (_, body, fields) => {
    const { status, body: error } = await world.rest('POST', '/customers', { body });

    expect({ status, code: error.code, fields: fieldsOf(error) }).toEqual({ status: 400, code: 'INVALID_INPUT', fields });
  });

  test('with the violated rule', async () => {
    const body = { ...individual, idType: 'PASSPORT', phoneNumber: '12', identifier: '1' };

    const { body: error } = await world.rest('POST', '/customers', { body });

    const byField = Object.fromEntries(error.details.errors.map((one: { field: string }) => [one.field, one]));
    expect(byField.idType).toMatchObject({ constraint: { enum: ['SSN', 'ITIN'] } });
    expect(byField.phoneNumber).toMatchObject({ constraint: { format: 'e.164', pattern: '^\\+[1-9]\\d{1,14}$' } });
  });

  test('a consent cannot be more than five minutes in the future', async () => {
    const at = (ms: number) => new Date(world.wall.now().getTime() + ms).toISOString();
    const send = (acceptedAt: string) => {
      const endUserTermsConsent = { acceptedAt, ipAddress: '::1', termsVersion: 'V1', acceptanceMethod: 'CLICK_TO_ACCEPT' };
      return world.rest('POST', '/customers', { body: { ...individual, endUserTermsConsent } });
    };

    expect((await send(at(300_000))).status).toBe(201);
    expect(fieldsOf((await send(at(300_001))).body)).toEqual(['endUserTermsConsent.acceptedAt']);
  });
});
