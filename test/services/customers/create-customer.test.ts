// Customers come into being over REST.
import { describe, expect, test } from 'vitest';
import { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { nameOf, Refusal } from '../../../services/kit/fail.ts';
import { address, business, fieldsOf, individual, startCustomers } from './customers-world.ts';

const world = await startCustomers();

describe('a new customer', () => {
  test('is shown whole, without its identifier', async () => {
    const body = {
      ...individual,
      platformCustomerId: 'ada',
      fullName: '  Ada   Lovelace ',
      birthDate: '1990-12-10',
      nationality: 'GB',
      address,
      idType: 'SSN',
      identifier: '123-45-6789',
      currencies: ['USD', 'EUR', 'USD'],
      email: 'ada@example.com',
      umaAddress: '$Ada.L@LOCALHOST',
      kycStatus: 'HOLD',
      id: 'Customer:mine',
      isDeleted: true,
    };

    const { status, body: customer } = await world.rest('POST', '/customers', { body });

    const now = world.wall.now().toISOString();
    expect(status).toBe(201);
    expect(customer).toEqual({
      id: expect.stringMatching(/^Customer:[0-9a-f-]{36}$/),
      platformCustomerId: 'ada',
      customerType: 'INDIVIDUAL',
      kycStatus: 'APPROVED',
      fullName: 'Ada Lovelace',
      birthDate: '1990-12-10',
      nationality: 'GB',
      address,
      idType: 'SSN',
      countryOfIssuance: 'US',
      currencies: ['USD', 'EUR'],
      email: 'ada@example.com',
      umaAddress: '$ada.l@localhost',
      isDeleted: false,
      createdAt: now,
      updatedAt: now,
    });
    expect(await world.rest('GET', `/customers/${customer.id}`)).toMatchObject({ status: 200, body: customer });
  });

  test('gets what it does not bring', async () => {
    const tenant = await world.newPlatform({ currencies: ['USD', 'BTC'] });

    const { body: customer } = await tenant.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL' } });

    const name = customer.id.slice('Customer:'.length).replaceAll('-', '');
    expect(customer).toMatchObject({
      kycStatus: 'APPROVED',
      platformCustomerId: expect.stringMatching(/^[0-9a-f]{32}$/),
      umaAddress: `$${name}@localhost`,
      currencies: ['USD', 'BTC'],
    });
  });

  test('takes its UMA address from the domain of the platform', async () => {
    const tenant = await world.newPlatform();
    await tenant.rest('PATCH', '/config', { body: { umaDomain: 'pay.acme.test' } });

    const given = await tenant.rest('POST', '/customers', { body: { ...individual, umaAddress: '$ada@pay.acme.test' } });
    const made = await tenant.rest('POST', '/customers', { body: individual });

    expect(given.body.umaAddress).toBe('$ada@pay.acme.test');
    expect(made.body.umaAddress).toMatch(/^\$[0-9a-f]{32}@pay\.acme\.test$/);
  });

  test('shows its channels where they must be verified', async () => {
    const body = { ...individual, region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };

    const { body: customer } = await world.rest('POST', '/customers', { body });

    expect(customer).toMatchObject({ region: 'DE', contactVerification: { email: 'PENDING', phone: 'PENDING' } });
  });

  test('may be a business, which begins unverified and shows its tax number', async () => {
    const { status, body: customer } = await world.rest('POST', '/customers', { body: { ...business, address } });

    expect(status).toBe(201);
    expect(customer).toMatchObject({ ...business, address, kybStatus: 'UNVERIFIED', beneficialOwners: [] });
    expect(customer).not.toHaveProperty('kycStatus');
    expect(await world.events(customer.id)).toEqual([]);
    expect(world.accountCalls(customer.id)).toEqual([]);
  });

  test('is made once per idempotency key', async () => {
    const send = () =>
      world.rest('POST', '/customers', {
        body: { ...individual, platformCustomerId: 'keyed' },
        headers: { 'idempotency-key': 'k1' },
      });

    const first = await send();
    const second = await send();

    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});

describe('the sandbox decides about individuals by the end of their name', () => {
  test.each([
    ['Pending 001', 'PENDING', ['CUSTOMER.KYC_PENDING']],
    ['Rejected 002 ', 'REJECTED', ['CUSTOMER.KYC_REJECTED']],
    ['Unverified 003', 'UNVERIFIED', []],
    ['Anybody 004', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
    [undefined, 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
  ])('%s is %s', async (fullName, kycStatus, types) => {
    const { body: customer } = await world.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName } });

    expect(customer.kycStatus).toBe(kycStatus);
    const events = await world.events(customer.id);
    expect(events).toEqual(
      types.map((type) => ({
        id: expect.stringMatching(/^Webhook:/),
        type,
        timestamp: customer.createdAt,
        data: customer,
      })),
    );
  });
});

describe('accounts are opened when both gates are open', () => {
  const consent = {
    acceptedAt: '2026-01-01T00:00:00.000Z',
    ipAddress: '203.0.113.7',
    termsVersion: 'V1',
    acceptanceMethod: 'CHECKBOX',
  };

  test('before the answer, on a regulated platform', async () => {
    const { body: customer } = await world.rest('POST', '/customers', { body: { ...individual, currencies: ['EUR', 'USD'] } });

    expect(world.accountCalls(customer.id)).toEqual([
      { name: 'OpenCustomerAccounts', customerId: customer.id, currencies: ['EUR', 'USD'] },
    ]);
  });

  test('only with the end-user terms accepted, on one that is not', async () => {
    const tenant = await world.newPlatform({ regulated: false });

    const without = await tenant.rest('POST', '/customers', { body: individual });
    const accepted = await tenant.rest('POST', '/customers', { body: { ...individual, endUserTermsConsent: consent } });

    expect(world.accountCalls(without.body.id)).toEqual([]);
    expect(without.body).not.toHaveProperty('endUserTermsConsent');
    expect(world.accountCalls(accepted.body.id)).toHaveLength(1);
    expect(accepted.body.endUserTermsConsent).toEqual(consent);
  });

  test('not for those who are not approved', async () => {
    const { body: customer } = await world.rest('POST', '/customers', { body: { ...individual, fullName: 'Pending 001' } });

    expect(world.accountCalls(customer.id)).toEqual([]);
  });
});

describe('fields are checked, all of them at once', () => {
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
    ['long names', { customerType: 'INDIVIDUAL', fullName: 'a'.repeat(256) }, ['fullName']],
    ['addresses', { ...individual, address: { city: 'Rome' } }, ['address.country', 'address.line1', 'address.postalCode']],
    ['currencies', { ...individual, currencies: ['USD', 'eur'] }, ['currencies.1']],
    ['null', { ...individual, email: null }, ['email']],
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
      'all kinds at once',
      { ...individual, email: 'x', idType: 'EIN', identifier: '1', ...european },
      ['email', 'idType', 'phoneNumber'],
    ],
  ];

  test.each(cases)('%s', async (_, body, fields) => {
    const { status, body: error } = await world.rest('POST', '/customers', { body });

    expect({ status, code: error.code, fields: fieldsOf(error) }).toEqual({ status: 400, code: 'INVALID_INPUT', fields });
  });

  test('with the rule that was broken', async () => {
    const body = { ...individual, idType: 'PASSPORT', phoneNumber: '12', identifier: '1' };

    const { body: error } = await world.rest('POST', '/customers', { body });

    const byField = Object.fromEntries(error.details.errors.map((one: { field: string }) => [one.field, one]));
    expect(byField.idType).toMatchObject({ constraint: { enum: ['SSN', 'ITIN'] } });
    expect(byField.phoneNumber).toMatchObject({ constraint: { format: 'e.164', pattern: '^\\+[1-9]\\d{1,14}$' } });
  });

  test('a consent may not come from more than five minutes ahead', async () => {
    const at = (ms: number) => new Date(world.wall.now().getTime() + ms).toISOString();
    const send = (acceptedAt: string) => {
      const endUserTermsConsent = { acceptedAt, ipAddress: '::1', termsVersion: 'V1', acceptanceMethod: 'CLICK_TO_ACCEPT' };
      return world.rest('POST', '/customers', { body: { ...individual, endUserTermsConsent } });
    };

    expect((await send(at(300_000))).status).toBe(201);
    expect(fieldsOf((await send(at(300_001))).body)).toEqual(['endUserTermsConsent.acceptedAt']);
  });
});

describe('a creation is refused', () => {
  const terms = (termsVersion: string) => ({
    endUserTermsConsent: { acceptedAt: '2026-01-01T00:00:00Z', ipAddress: '::1', termsVersion, acceptanceMethod: 'CHECKBOX' },
  });
  const worst = { ...terms('V99'), umaAddress: '$x@elsewhere.test', currencies: ['QQQ'], region: 'KP' };

  test.each([
    [{ ...worst, email: 'x' }, 400, 'INVALID_INPUT'],
    [worst, 400, 'END_USER_TERMS_VERSION_NOT_FOUND'],
    [{ ...worst, ...terms('V1') }, 400, 'INVALID_UMA_ADDRESS'],
    [{ ...worst, ...terms('V1'), umaAddress: '$no spaces@localhost' }, 400, 'INVALID_UMA_ADDRESS'],
    [{ currencies: ['QQQ'], region: 'KP' }, 400, 'INVALID_CURRENCY'],
    [{ region: 'KP' }, 501, 'NOT_IMPLEMENTED'],
  ])('in the order of the contract: %j', async (body, status, code) => {
    const answer = await world.rest('POST', '/customers', { body: { ...individual, ...body } });

    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  });

  test('when its address belongs to a customer of another platform, live or deleted', async () => {
    const other = await world.newPlatform();
    const body = { ...individual, umaAddress: '$shared@localhost' };
    const { body: first } = await world.rest('POST', '/customers', { body });

    expect(await other.rest('POST', '/customers', { body })).toMatchObject({ status: 409, body: { code: 'UMA_ADDRESS_EXISTS' } });
    await world.rest('DELETE', `/customers/${first.id}`);
    expect(await other.rest('POST', '/customers', { body })).toMatchObject({ status: 409, body: { code: 'UMA_ADDRESS_EXISTS' } });
    expect((await world.rest('POST', '/customers', { body })).status).toBe(201);
  });

  test('with another verb', async () => {
    expect(await world.rest('PUT', '/customers', { body: individual })).toMatchObject({
      status: 405,
      body: { code: 'METHOD_NOT_ALLOWED' },
    });
  });
});

describe('of two hundred creations at once', () => {
  test.each([
    [{ platformCustomerId: 'crowd' }, 'CONFLICT'],
    [{ umaAddress: '$crowd@localhost' }, 'UMA_ADDRESS_EXISTS'],
  ])('with %j one succeeds', async (same, code) => {
    const tenant = await world.newPlatform();
    const client = tenant.client(CustomerService);
    const request = { kind: { case: 'individual' as const, value: { fullName: 'Ada' } }, currencies: ['USD'], ...same };

    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => client.createCustomer(request).then(() => 'made', codeOf)),
    );

    expect(
      Object.fromEntries(
        Map.groupBy(outcomes, (outcome) => outcome)
          .entries()
          .map(([key, all]) => [key, all.length]),
      ),
    ).toEqual({
      made: 1,
      [code]: 199,
    });
    expect((await tenant.rest('GET', '/customers')).body.totalCount).toBe(1);
  });
});

function codeOf(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return nameOf(error.code);
}
