// Creation of customers over REST.
import { describe, expect, test } from 'vitest';
import { address, business, individual, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();

describe('a new customer', () => {
  test('is shown in full, without its identifier', async () => {
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

  test('gets defaults for absent fields', async () => {
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

  test('gets its UMA address from the domain of the platform', async () => {
    const tenant = await world.newPlatform();
    await tenant.rest('PATCH', '/config', { body: { umaDomain: 'pay.acme.test' } });

    const given = await tenant.rest('POST', '/customers', { body: { ...individual, umaAddress: '$ada@pay.acme.test' } });
    const made = await tenant.rest('POST', '/customers', { body: individual });

    expect(given.body.umaAddress).toBe('$ada@pay.acme.test');
    expect(made.body.umaAddress).toMatch(/^\$[0-9a-f]{32}@pay\.acme\.test$/);
  });

  test('shows its channels if they must be verified', async () => {
    const body = { ...individual, region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };

    const { body: customer } = await world.rest('POST', '/customers', { body });

    expect(customer).toMatchObject({ region: 'DE', contactVerification: { email: 'PENDING', phone: 'PENDING' } });
  });

  test('can be a business, which begins unverified and shows its tax number', async () => {
    const { status, body: customer } = await world.rest('POST', '/customers', { body: { ...business, address } });

    expect(status).toBe(201);
    expect(customer).toMatchObject({ ...business, address, kybStatus: 'UNVERIFIED', beneficialOwners: [] });
    expect(customer).not.toHaveProperty('kycStatus');
    expect(await world.events(customer.id)).toEqual([]);
    expect(world.accountCalls(customer.id)).toEqual([]);
  });

  test('is created once per idempotency key', async () => {
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
