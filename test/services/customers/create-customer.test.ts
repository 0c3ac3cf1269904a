// Customers come into being over REST.
import { describe, expect, test } from 'vitest';
import { address, business, individual, startCustomers } from './customers-world.ts';

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
