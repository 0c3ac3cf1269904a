// Beneficial owners over REST.
import { describe, expect, test } from 'vitest';
import { address, business, fieldsOf, individual, owner, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();

async function newBusiness(): Promise<string> {
  return (await world.rest('POST', '/customers', { body: business })).body.id;
}

const nobody = 'Customer:01900000-0000-7000-8000-00000000dead';
const add = (body: object, headers = {}) => world.rest('POST', '/beneficial-owners', { body, headers });

test('an owner is shown in full, alone and with the business', async () => {
  const customerId = await newBusiness();
  const personal = { middleName: 'Brewster', email: 'grace@example.com', phoneNumber: '+12025550123', countryOfIssuance: 'US' };

  const { status, body } = await add(owner(customerId, { ...personal, firstName: '  Grace ' }));

  const now = world.wall.now().toISOString();
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^BeneficialOwner:[0-9a-f-]{36}$/),
    ...owner(customerId, personal),
    kycStatus: 'UNVERIFIED',
    createdAt: now,
    updatedAt: now,
  });
  expect(await world.rest('GET', `/beneficial-owners/${body.id}`)).toMatchObject({ status: 200, body });
  expect((await world.rest('GET', `/customers/${customerId}`)).body.beneficialOwners).toEqual([body]);
  expect((await world.rest('GET', '/customers?customerType=BUSINESS&limit=1')).body.data[0].beneficialOwners).toEqual([body]);
});

test('an owner is created once per idempotency key, and owns zero if so stated', async () => {
  const customerId = await newBusiness();
  const body = { ...owner(customerId), ownershipPercentage: 0 };

  const first = await add(body, { 'idempotency-key': 'grace' });
  const second = await add(body, { 'idempotency-key': 'grace' });

  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(first.body.ownershipPercentage).toBe(0);
  expect((await world.rest('GET', `/beneficial-owners?customerId=${customerId}`)).body.totalCount).toBe(1);
});

test.each([
  ['SSN', '123-45-6789'],
  ['ITIN', '912-34-5678'],
  ['EIN', '12-3456789'],
  ['NON_US_TAX_ID', 'AB 12/34'],
])('the identification %s is accepted', async (idType, identifier) => {
  const { status, body } = await add(owner(await newBusiness(), { idType, identifier }));

  expect([status, body.personalInfo.idType, body.personalInfo.identifier]).toEqual([201, idType, identifier]);
});

describe('a new owner is refused', () => {
  test.each([
    [{}, ['customerId', 'ownershipPercentage', 'personalInfo', 'roles']],
    [{ ...owner('Customer:x'), roles: [] }, ['customerId', 'roles']],
    [{ ...owner(nobody), roles: ['UBO', 'UBO'] }, ['roles']],
    [{ ...owner(nobody), roles: ['BOSS'] }, ['roles.0']],
    [{ ...owner(nobody), ownershipPercentage: 101 }, ['ownershipPercentage']],
    [{ ...owner(nobody), ownershipPercentage: 12.5 }, ['ownershipPercentage']],
    [
      { ...owner(nobody), personalInfo: {} },
      [
        'personalInfo.address',
        'personalInfo.birthDate',
        'personalInfo.firstName',
        'personalInfo.idType',
        'personalInfo.identifier',
        'personalInfo.lastName',
        'personalInfo.nationality',
      ],
    ],
    [owner(nobody, { identifier: '12' }), ['personalInfo.identifier']],
    [owner(nobody, { idType: 'ITIN', identifier: '123-45-6789' }), ['personalInfo.identifier']],
    [owner(nobody, { address: { line1: '1 Main St' } }), ['personalInfo.address.country', 'personalInfo.address.postalCode']],
    [
      owner(nobody, { birthDate: '2026-02-30', nationality: 'us', email: 'x', phoneNumber: '1', lastName: '<b>' }),
      [
        'personalInfo.birthDate',
        'personalInfo.email',
        'personalInfo.lastName',
        'personalInfo.nationality',
        'personalInfo.phoneNumber',
      ],
    ],
  ])('with every invalid field: %j', async (body, fields) => {
    const { status, body: error } = await add(body);

    expect([status, error.code, fieldsOf(error)]).toEqual([400, 'INVALID_INPUT', fields]);
  });

  test('for an unknown customer, a deleted one and an individual', async () => {
    const customerId = await newBusiness();
    await world.rest('DELETE', `/customers/${customerId}`);
    const { body: person } = await world.rest('POST', '/customers', { body: individual });

    for (const id of [nobody, customerId]) {
      expect(await add(owner(id))).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    }
    const wrong = await add(owner(person.id));
    expect([wrong.status, fieldsOf(wrong.body)]).toEqual([400, ['customerId']]);
  });
});

describe('owners in lists', () => {
  test('come newest first, page by page', async () => {
    const customerId = await newBusiness();
    const ids: string[] = [];
    for (const lastName of ['One', 'Two', 'Three']) {
      world.wall.advance(1);
      ids.unshift((await add(owner(customerId, { lastName }))).body.id);
    }

    const first = await world.rest('GET', `/beneficial-owners?customerId=${customerId}&limit=2`);
    const next = await world.rest('GET', `/beneficial-owners?customerId=${customerId}&cursor=${first.body.nextCursor}`);

    const idsIn = ({ body }: typeof first) => body.data.map(({ id }: { id: string }) => id);
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 });
    expect([...idsIn(first), ...idsIn(next)]).toEqual(ids);
    expect(
      (await world.rest('GET', `/customers/${customerId}`)).body.beneficialOwners.map(({ id }: { id: string }) => id),
    ).toEqual(ids.toReversed());
  });

  test('require a business, and an unknown one has none', async () => {
    const none = { data: [], hasMore: false, totalCount: 0 };
    const other = await world.newPlatform();
    const customerId = await newBusiness();
    await add(owner(customerId));

    expect(fieldsOf((await world.rest('GET', '/beneficial-owners')).body)).toEqual(['customerId']);
    expect(fieldsOf((await world.rest('GET', '/beneficial-owners?customerId=nobody')).body)).toEqual(['customerId']);
    expect((await other.rest('GET', `/beneficial-owners?customerId=${customerId}`)).body).toEqual(none);
  });
});

test('an address is shown as submitted', async () => {
  const { body } = await add(owner(await newBusiness()));

  expect(body.personalInfo.address).toEqual(address);
});
