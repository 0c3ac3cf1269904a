// Customers change, all that a request names or nothing.
import { describe, expect, test } from 'vitest';
import { SourceOfFundsCategory } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { address, business, fieldsOf, individual, startCustomers } from './customers-world.ts';

const world = await startCustomers();

async function made(body: object = {}) {
  const answer = await world.rest('POST', '/customers', { body: { ...individual, ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
  world.rest('PATCH', `/customers/${id}`, { body: { customerType: 'INDIVIDUAL', ...body }, headers });

describe('an update', () => {
  test('changes what it names and nothing else', async () => {
    const customer = await made({ birthDate: '1990-12-10', email: 'ada@example.com' });
    world.wall.advance(1000);

    const { status, body } = await patch(customer.id, {
      fullName: ' Ada  King ',
      idType: 'SSN',
      identifier: '123-45-6789',
      address,
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...customer,
      fullName: 'Ada King',
      idType: 'SSN',
      countryOfIssuance: 'US',
      address,
      updatedAt: world.wall.now().toISOString(),
    });
    expect((await world.rest('GET', `/customers/${customer.id}`)).body).toEqual(body);
  });

  test('that names nothing new leaves the customer as it was', async () => {
    const customer = await made({ email: 'same@example.com' });
    world.wall.advance(1000);

    expect((await patch(customer.id, {})).body).toEqual(customer);
    expect((await patch(customer.id, { email: 'same@example.com' })).body).toEqual(customer);
    expect((await patch(customer.id, { region: 'DE', platformCustomerId: 'other', kycStatus: 'REJECTED' })).body).toEqual(
      customer,
    );
  });

  test('replaces lists and addresses whole', async () => {
    const customer = await made({ address, sourceOfFundsCategories: ['SALARY', 'GIFT'], currencies: ['USD', 'EUR'] });
    const bare = { line1: '2 Side St', postalCode: '10115', country: 'DE' };

    const { body } = await patch(customer.id, { address: bare, sourceOfFundsCategories: ['LOAN'], currencies: ['EUR', 'GBP'] });

    expect(body).toMatchObject({ sourceOfFundsCategories: ['LOAN'], currencies: ['EUR', 'GBP'] });
    expect(body.address).toEqual(bare);
  });

  test('merges the data of a business', async () => {
    const { body: customer } = await world.rest('POST', '/customers', { body: business });

    const change = {
      customerType: 'BUSINESS',
      businessInfo: { businessType: 'INFORMATION', countriesOfOperation: ['US', 'CA'] },
    };
    const { status, body } = await world.rest('PATCH', `/customers/${customer.id}`, { body: change });

    expect(status).toBe(200);
    expect(body.businessInfo).toEqual({
      ...business.businessInfo,
      businessType: 'INFORMATION',
      countriesOfOperation: ['US', 'CA'],
    });
  });

  test('over RPC names what is filled, or what its mask says', async () => {
    const { body: customer } = await world.rest('POST', '/customers', {
      body: {
        ...business,
        businessInfo: { ...business.businessInfo, sourceOfFundsCategories: ['LOANS'], doingBusinessAs: 'Acme' },
      },
    });
    const client = world.client(CustomerService);
    const info = { legalName: 'Acme Corp', sourceOfFundsCategories: [] };
    const kind = { case: 'business' as const, value: { businessInfo: info } };

    const filled = await client.updateCustomer({ customerId: customer.id, kind });
    const masked = await client.updateCustomer({
      customerId: customer.id,
      kind: { case: 'business', value: { businessInfo: { ...info, legalName: 'Ignored' } } },
      updateMask: { paths: ['business.business_info.source_of_funds_categories'] },
    });

    expect(infoOf(filled)).toMatchObject({ legalName: 'Acme Corp', sourceOfFundsCategories: [SourceOfFundsCategory.LOANS] });
    expect(infoOf(masked)).toMatchObject({ legalName: 'Acme Corp', doingBusinessAs: 'Acme', sourceOfFundsCategories: [] });
  });

  test('never decides about the customer again', async () => {
    const customer = await made();

    const { body } = await patch(customer.id, { fullName: 'Suddenly 002' });

    expect(body.kycStatus).toBe('APPROVED');
    expect(await world.events(customer.id)).toHaveLength(1);
  });

  test('ignores a wallet signature that it does not need', async () => {
    const customer = await made();

    const headers = { 'service-wallet-signature': 'x', 'request-id': 'Request:0190b1a2-0000-7000-8000-000000000000' };
    const { status, body } = await patch(customer.id, { email: 'new@example.com' }, headers);

    expect({ status, email: body.email }).toEqual({ status: 200, email: 'new@example.com' });
  });

  test('puts a changed channel back to be verified', async () => {
    const contacts = { region: 'IE', email: 'ada@example.com', phoneNumber: '+353861234567' };
    const customer = await made(contacts);

    const { body } = await patch(customer.id, { email: 'other@example.com' });

    expect(body.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
  });

  test('of many at once loses none', async () => {
    const customer = await made();
    const changes = [
      { birthDate: '1990-12-10' },
      { nationality: 'GB' },
      { email: 'ada@example.com' },
      { address },
      { pepStatus: 'NONE' },
      { netWorthRange: 'OVER_25M' },
    ];

    await Promise.all(changes.map((change) => patch(customer.id, change)));

    const { body } = await world.rest('GET', `/customers/${customer.id}`);
    expect(body).toMatchObject(Object.assign({}, ...changes));
  });
});

describe('an update opens accounts', () => {
  const consent = { acceptedAt: '2026-01-01T00:00:00.000Z', ipAddress: '::1', termsVersion: 'V1', acceptanceMethod: 'CHECKBOX' };

  test('in the currencies that it adds', async () => {
    const customer = await made({ currencies: ['USD'] });

    await patch(customer.id, { currencies: ['USD', 'MXN'] });

    expect(world.accountCalls(customer.id).map(({ currencies }) => currencies)).toEqual([['USD'], ['USD', 'MXN']]);
  });

  test('when it brings the e-mail that a wallet waits for', async () => {
    const customer = await made({ currencies: ['USD'] });

    await patch(customer.id, { email: 'late@example.com' });
    await patch(customer.id, { phoneNumber: '+12025550123' });

    expect(world.accountCalls(customer.id)).toHaveLength(2);
  });

  test('when it brings the consent that was missing', async () => {
    const tenant = await world.newPlatform({ regulated: false });
    const { body: customer } = await tenant.rest('POST', '/customers', { body: individual });
    expect(world.accountCalls(customer.id)).toHaveLength(0);

    const change = { customerType: 'INDIVIDUAL', endUserTermsConsent: consent };
    const { body } = await tenant.rest('PATCH', `/customers/${customer.id}`, { body: change });

    expect(body.endUserTermsConsent).toEqual(consent);
    expect(world.accountCalls(customer.id)).toHaveLength(1);
  });
});

describe('an update is refused', () => {
  test.each([
    ['without type', { customerType: undefined }, ['customerType']],
    ['with another type', { customerType: 'BUSINESS' }, ['customerType']],
    ['with both contacts', { email: 'a@example.com', phoneNumber: '+12025550123' }, ['phoneNumber']],
    ['with null', { email: null }, ['email']],
    ['with an identifier of no type', { identifier: '123-45-6789' }, ['idType']],
    ['with an identifier of another type', { idType: 'ITIN', identifier: '123-45-6789' }, ['identifier']],
    ['with OTHER unexplained', { sourceOfFundsCategories: ['OTHER'] }, ['sourceOfFundsOtherDescription']],
    ['with half an address', { address: { line1: 'x', country: 'US' } }, ['address.postalCode']],
    ['with several mistakes', { nationality: 'XX', currencies: ['usd'] }, ['currencies.0', 'nationality']],
  ])('%s', async (_, change, fields) => {
    const customer = await made();

    const { status, body } = await patch(customer.id, change);

    expect({ status, code: body.code, fields: fieldsOf(body) }).toEqual({ status: 400, code: 'INVALID_INPUT', fields });
  });

  test('when it contradicts what is on record', async () => {
    const customer = await made({ idType: 'SSN', identifier: '123-45-6789' });

    expect(fieldsOf((await patch(customer.id, { identifier: '12' })).body)).toEqual(['identifier']);
    expect(fieldsOf((await patch(customer.id, { idType: 'ITIN' })).body)).toEqual(['identifier']);
    expect((await patch(customer.id, { identifier: '321-45-6789' })).status).toBe(200);
  });

  const consent = { acceptedAt: '2026-01-01T00:00:00Z', ipAddress: '::1', termsVersion: 'V9', acceptanceMethod: 'CHECKBOX' };
  test.each([
    [{ endUserTermsConsent: consent, umaAddress: 'bad', currencies: ['QQQ'] }, 400, 'END_USER_TERMS_VERSION_NOT_FOUND'],
    [{ umaAddress: '$ada@elsewhere.test', currencies: ['QQQ'] }, 400, 'INVALID_UMA_ADDRESS'],
    [{ currencies: ['QQQ'], umaAddress: '$taken@localhost' }, 400, 'INVALID_CURRENCY'],
    [{ umaAddress: '$TAKEN@localhost' }, 409, 'UMA_ADDRESS_EXISTS'],
  ])('in the order of the contract: %j', async (change, status, code) => {
    await world.rest('POST', '/customers', { body: { ...individual, umaAddress: '$taken@localhost' } });
    const customer = await made();

    const answer = await patch(customer.id, change);

    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect((await world.rest('GET', `/customers/${customer.id}`)).body).toEqual(customer);
  });

  test.each([['Customer:0190b1a2-0000-7000-8000-000000000000'], ['nonsense'], ['Quote:0190b1a2-0000-7000-8000-000000000000']])(
    'for the unknown customer %s',
    async (id) => {
      expect(await patch(id, {})).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
      expect(await world.rest('GET', `/customers/${id}`)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
      expect(await world.rest('DELETE', `/customers/${id}`)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    },
  );

  test('for a customer of another platform', async () => {
    const customer = await made();
    const other = await world.newPlatform();

    const answers = [
      await other.rest('GET', `/customers/${customer.id}`),
      await other.rest('PATCH', `/customers/${customer.id}`, { body: { customerType: 'INDIVIDUAL' } }),
      await other.rest('DELETE', `/customers/${customer.id}`),
    ];

    expect(answers.map(({ body }) => body.code)).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND', 'USER_NOT_FOUND']);
  });
});

describe('a deletion', () => {
  test('shows the customer a last time, closes its accounts, and happens once', async () => {
    const customer = await made();
    world.wall.advance(1000);

    const { status, body } = await world.rest('DELETE', `/customers/${customer.id}`);

    const gone = { ...customer, isDeleted: true, updatedAt: world.wall.now().toISOString() };
    expect({ status, body }).toEqual({ status: 200, body: gone });
    expect(world.accountCalls(customer.id).at(-1)).toEqual({ name: 'CloseCustomerAccounts', customerId: customer.id });
    expect((await world.rest('GET', `/customers/${customer.id}`)).body).toEqual(gone);
    expect(await world.rest('DELETE', `/customers/${customer.id}`)).toMatchObject({
      status: 410,
      body: { code: 'CUSTOMER_DELETED' },
    });
    expect(await patch(customer.id, {})).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    expect(await world.events(customer.id)).toHaveLength(1);
  });

  test('sets the own id and the UMA address free', async () => {
    const body = { platformCustomerId: 'reused', umaAddress: '$reused@localhost' };
    const first = await made(body);

    await world.rest('DELETE', `/customers/${first.id}`);

    expect(await made(body)).toMatchObject(body);
  });
});

function infoOf({ outcome }: Awaited<ReturnType<ReturnType<typeof world.client<typeof CustomerService>>['updateCustomer']>>) {
  const kind = outcome.case === 'customer' ? outcome.value.kind : undefined;
  return kind?.case === 'business' ? kind.value.businessInfo : undefined;
}
