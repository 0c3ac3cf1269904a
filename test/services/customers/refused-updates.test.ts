// Refused updates of customers, and updates that open accounts.
import { describe, expect, test } from 'vitest';
import { changesIn } from './changed-customers.ts';
import { fieldsOf, individual, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();
const { made, patch } = changesIn(world);

describe('an update opens accounts', () => {
  const consent = { acceptedAt: '2026-01-01T00:00:00.000Z', ipAddress: '::1', termsVersion: 'V1', acceptanceMethod: 'CHECKBOX' };

  test('in the currencies that it adds', async () => {
    const customer = await made({ currencies: ['USD'] });

    await patch(customer.id, { currencies: ['USD', 'MXN'] });

    expect(world.accountCalls(customer.id).map(({ currencies }) => currencies)).toEqual([
      ['USD', 'USDB'],
      ['USD', 'USDB', 'MXN'],
    ]);
  });

  test('when it adds the e-mail that a wallet needs', async () => {
    const customer = await made({ currencies: ['USD'] });

    await patch(customer.id, { email: 'late@example.com' });
    await patch(customer.id, { phoneNumber: '+12025550123' });

    expect(world.accountCalls(customer.id)).toHaveLength(2);
  });

  test('when it adds the missing consent', async () => {
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
    ['with null in an address', { address: { line1: 'x', city: null, postalCode: '1', country: 'US' } }, ['address.city']],
    ['with half an address', { address: { line1: 'x', country: 'US' } }, ['address.postalCode']],
    ['with several mistakes', { nationality: 'XX', currencies: ['usd'] }, ['currencies.0', 'nationality']],
  ])('%s', async (_, change, fields) => {
    const customer = await made();

    const { status, body } = await patch(customer.id, change);

    expect({ status, code: body.code, fields: fieldsOf(body) }).toEqual({ status: 400, code: 'INVALID_INPUT', fields });
  });

  test('if it contradicts recorded data', async () => {
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

  test("for another platform's customer", async () => {
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
