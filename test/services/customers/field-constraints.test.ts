// The constraint in the error of a violated rule, field by field; none for a missing property.
import { describe, expect, test } from 'vitest';
import { address, business, individual, owner, sharedCustomers } from './customers-world.ts';
import { form } from './documents.ts';

const world = await sharedCustomers();

const country = { format: 'iso3166-1-alpha-2', pattern: '^[A-Z]{2}$' };
const day = { format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const ssn = { format: 'us-ssn', pattern: '^\\d{3}-\\d{2}-\\d{4}$' };
const itin = { pattern: '^9\\d{2}-\\d{2}-\\d{4}$' };
const phone = { format: 'e.164', pattern: '^\\+[1-9]\\d{1,14}$' };
const currency = { pattern: '^[A-Z0-9]{2,10}$' };
const description = { minLength: 1, maxLength: 500 };
const terms = { acceptedAt: '2026-01-01T00:00:00Z', ipAddress: '::1', termsVersion: 'V1', acceptanceMethod: 'CHECKBOX' };

/** The constraints of a refusal by field; null if there is none. */
function constraintsIn(body: { details?: { errors?: { field: string; constraint?: object }[] } }): Record<string, unknown> {
  return Object.fromEntries((body.details?.errors ?? []).map(({ field, constraint }) => [field, constraint ?? null]));
}

const aboutIndividuals: [object, Record<string, unknown>][] = [
  [{ email: 'nobody' }, { email: { format: 'email', maxLength: 254 } }],
  [{ email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.example` }, { email: expect.anything() }],
  [{ phoneNumber: '+0151123' }, { phoneNumber: phone }],
  [{ phoneNumber: '+1234567890123456' }, { phoneNumber: phone }],
  [{ birthDate: '1990-02-30' }, { birthDate: day }],
  [{ birthDate: '10.12.1990' }, { birthDate: day }],
  [{ nationality: 'XX' }, { nationality: country }],
  [{ region: 'us' }, { region: country }],
  [{ address: { ...address, country: 'GBR' } }, { 'address.country': country }],
  [{ idType: 'SSN', countryOfIssuance: 'CA' }, { countryOfIssuance: { enum: ['US'] } }],
  [{ idType: 'EIN' }, { idType: { enum: ['SSN', 'ITIN'] } }],
  [{ idType: 'ssn' }, { idType: { enum: ['SSN', 'ITIN'] } }],
  [{ idType: 'SSN', identifier: '123456789' }, { identifier: ssn }],
  [{ idType: 'ITIN', identifier: '123-45-6789' }, { identifier: itin }],
  [{ identifier: '123-45-6789' }, { idType: null }],
  [{ pepStatus: 'None' }, { pepStatus: { enum: ['NONE', 'DOMESTIC', 'FOREIGN', 'HIO', 'FAMILY_OR_ASSOCIATE'] } }],
  [{ purposeOfAccount: 'OTHER', purposeOfAccountOtherDescription: '' }, { purposeOfAccountOtherDescription: description }],
  [
    { sourceOfFundsCategories: ['OTHER'], sourceOfFundsOtherDescription: 'x'.repeat(501) },
    { sourceOfFundsOtherDescription: description },
  ],
  [
    { sourceOfWealthCategories: ['OTHER'], sourceOfWealthOtherDescription: 'x'.repeat(501) },
    { sourceOfWealthOtherDescription: description },
  ],
  [{ sourceOfFundsCategories: ['OTHER'] }, { sourceOfFundsOtherDescription: null }],
  [{ currencies: ['USD', 'eur'] }, { 'currencies.1': currency }],
  [{ address: { city: 'Rome' } }, { 'address.line1': null, 'address.postalCode': null, 'address.country': null }],
  [{ endUserTermsConsent: { ...terms, ipAddress: '1.2.3' } }, { 'endUserTermsConsent.ipAddress': expect.anything() }],
  [
    { endUserTermsConsent: { ...terms, ipAddress: '::1%<b>' } },
    { 'endUserTermsConsent.ipAddress': { format: 'ip', maxLength: 45 } },
  ],
  [{ endUserTermsConsent: { ...terms, acceptedAt: 'yesterday' } }, { 'endUserTermsConsent.acceptedAt': { format: 'date-time' } }],
];

const aboutBusinesses: [object, Record<string, unknown>][] = [
  [{ incorporatedOn: '2015-02-29' }, { 'businessInfo.incorporatedOn': day }],
  [{ incorporatedOn: '2999-01-01' }, { 'businessInfo.incorporatedOn': expect.anything() }],
  [{ country: 'us' }, { 'businessInfo.country': country }],
  [{ countriesOfOperation: ['US', 'XX'] }, { 'businessInfo.countriesOfOperation.1': country }],
  [{ expectedRecipientJurisdictions: ['usa'] }, { 'businessInfo.expectedRecipientJurisdictions.0': country }],
  [{ naicsCode: '1' }, { 'businessInfo.naicsCode': { pattern: '^\\d{2,6}$' } }],
  [{ taxId: '12#34' }, { 'businessInfo.taxId': { pattern: expect.any(String) } }],
  [{ primaryContactFirstName: 'x'.repeat(251) }, { 'businessInfo.primaryContactFirstName': { maxLength: 250 } }],
  [{ primaryContactLastName: 'x'.repeat(251) }, { 'businessInfo.primaryContactLastName': { maxLength: 250 } }],
  [
    { purposeOfAccount: 'OTHER', purposeOfAccountOtherDescription: 'x'.repeat(501) },
    { 'businessInfo.purposeOfAccountOtherDescription': description },
  ],
];

describe('a new customer', () => {
  test.each(aboutIndividuals)('with %j', async (fields, constraints) => {
    const { status, body } = await world.rest('POST', '/customers', { body: { ...individual, ...fields } });

    expect([status, body.code, constraintsIn(body)]).toEqual([400, 'INVALID_INPUT', constraints]);
  });

  test.each(aboutBusinesses)('of a business with %j', async (fields, constraints) => {
    const businessInfo = { ...business.businessInfo, ...fields };

    const { status, body } = await world.rest('POST', '/customers', { body: { ...business, businessInfo } });

    expect([status, body.code, constraintsIn(body)]).toEqual([400, 'INVALID_INPUT', constraints]);
  });

  test.each([
    ['fullName', { customerType: 'INDIVIDUAL' }, (fullName: string) => ({ fullName })],
    ['businessInfo.legalName', business, (legalName: string) => ({ businessInfo: { ...business.businessInfo, legalName } })],
  ] as const)('may be called much, but not everything: %s', async (field, base, named) => {
    const send = (name: string) => world.rest('POST', '/customers', { body: { ...base, ...named(name) } });
    const wrong = ['', '  ', 'x'.repeat(256), ...'<>{}[]\\^~\u0007\u007f'].map((name) =>
      name.length === 1 ? `A${name}a` : name,
    );

    for (const name of wrong) {
      const { status, body } = await send(name);
      expect([status, Object.keys(constraintsIn(body))], JSON.stringify(name)).toEqual([400, [field]]);
    }
    for (const name of ['x'.repeat(255), 'Ada 002', 'Łódź & Söhne, Inc.']) expect((await send(name)).status, name).toBe(201);
  });

  test('needs no explanation unless something is OTHER', async () => {
    const fields = { purposeOfAccount: 'P2P_TRANSFERS', purposeOfAccountOtherDescription: 'no matter' };

    const { status, body } = await world.rest('POST', '/customers', { body: { ...individual, ...fields } });

    expect([status, body.purposeOfAccount, body.purposeOfAccountOtherDescription]).toEqual([201, 'P2P_TRANSFERS', undefined]);
  });
});

test('an owner is checked like a customer, in a single answer', async () => {
  const { body: firm } = await world.rest('POST', '/customers', { body: business });
  const personal = { birthDate: '1990-02-30', nationality: 'XX', email: 'nobody', phoneNumber: '1', firstName: 'A<' };

  const { status, body } = await world.rest('POST', '/beneficial-owners', {
    body: { ...owner(firm.id, personal), ownershipPercentage: 101, roles: [] },
  });

  expect([status, Object.keys(constraintsIn(body)).sort()]).toEqual([
    400,
    [
      'ownershipPercentage',
      'personalInfo.birthDate',
      'personalInfo.email',
      'personalInfo.firstName',
      'personalInfo.nationality',
      'personalInfo.phoneNumber',
      'roles',
    ],
  ]);
  expect(constraintsIn(body)).toMatchObject({
    'personalInfo.birthDate': day,
    'personalInfo.nationality': country,
    'personalInfo.phoneNumber': phone,
  });
});

test('a document is checked like a customer, in a single answer', async () => {
  const { body: holder } = await world.rest('POST', '/customers', { body: individual });
  const fields = { documentHolder: holder.id, documentType: 'PASSEPORT', country: 'gb', side: 'TOP' };

  const { status, body } = await world.rest('POST', '/documents', { payload: form({ fields }) });

  expect([status, constraintsIn(body)]).toEqual([
    400,
    { documentType: { enum: expect.arrayContaining(['PASSPORT']) }, country, side: { enum: ['FRONT', 'BACK'] } },
  ]);
});

test.each(['ftp://a.example', 'http://a.example', 'nowhere'])('the return address %s is invalid', async (redirectUri) => {
  const { body: customer } = await world.rest('POST', '/customers', { body: individual });

  const { status, body } = await world.rest('POST', `/customers/${customer.id}/kyc-link`, { body: { redirectUri } });

  expect([status, constraintsIn(body)]).toEqual([400, { redirectUri: { format: 'url' } }]);
});
