// Changes of beneficial owners, and of unknown ones.
import { describe, expect, test } from 'vitest';
import { business, fieldsOf, owner, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();

async function newBusiness(): Promise<string> {
  return (await world.rest('POST', '/customers', { body: business })).body.id;
}

const add = (body: object, headers = {}) => world.rest('POST', '/beneficial-owners', { body, headers });

describe('an update', () => {
  test('merges personal data, and replaces roles and address', async () => {
    const { body: before } = await add(owner(await newBusiness(), { middleName: 'Brewster' }));
    world.wall.advance(1000);
    const newAddress = { line1: '2 Side St', postalCode: '10115', country: 'DE' };

    const { status, body } = await world.rest('PATCH', `/beneficial-owners/${before.id}`, {
      body: { roles: ['DIRECTOR'], personalInfo: { lastName: 'Murray', address: newAddress } },
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      roles: ['DIRECTOR'],
      personalInfo: { ...before.personalInfo, lastName: 'Murray', address: newAddress },
      updatedAt: world.wall.now().toISOString(),
    });
  });

  test('of nothing changes nothing', async () => {
    const { body: before } = await add(owner(await newBusiness()));
    world.wall.advance(1000);

    expect((await world.rest('PATCH', `/beneficial-owners/${before.id}`, { body: {} })).body).toEqual(before);
  });

  test('triggers no new check', async () => {
    const customerId = await newBusiness();
    const { body: before } = await add(owner(customerId));
    await world.rest('POST', '/verifications', { body: { customerId } });

    const { body } = await world.rest('PATCH', `/beneficial-owners/${before.id}`, {
      body: { personalInfo: { lastName: 'Hopper 002' } },
    });

    expect(body.kycStatus).toBe('APPROVED');
  });

  test.each([
    [{ roles: [] }, ['roles']],
    [{ ownershipPercentage: -1 }, ['ownershipPercentage']],
    [{ personalInfo: { idType: 'ITIN' } }, ['personalInfo.identifier']],
    [
      { roles: [], ownershipPercentage: 101, personalInfo: { firstName: '<' } },
      ['ownershipPercentage', 'personalInfo.firstName', 'roles'],
    ],
    [{ personalInfo: { idType: 'SSN', identifier: '1', firstName: '<' } }, ['personalInfo.firstName', 'personalInfo.identifier']],
    [{ personalInfo: { address: { line1: 'x' } } }, ['personalInfo.address.country', 'personalInfo.address.postalCode']],
  ])('is refused with its errors: %j', async (change, fields) => {
    const { body: before } = await add(owner(await newBusiness()));

    const { status, body } = await world.rest('PATCH', `/beneficial-owners/${before.id}`, { body: change });

    expect([status, fieldsOf(body)]).toEqual([400, fields]);
  });

  test('of an owner of a deleted business is refused', async () => {
    const customerId = await newBusiness();
    const { body } = await add(owner(customerId));
    await world.rest('DELETE', `/customers/${customerId}`);

    const answer = await world.rest('PATCH', `/beneficial-owners/${body.id}`, { body: { ownershipPercentage: 1 } });

    expect(answer).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
  });
});

test.each(['GET', 'PATCH'] as const)('%s of an unknown owner is a 404', async (verb) => {
  for (const id of ['BeneficialOwner:01900000-0000-7000-8000-00000000dead', 'nobody']) {
    const answer = await world.rest(verb, `/beneficial-owners/${id}`, verb === 'PATCH' ? { body: {} } : {});

    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'REFERENCE_NOT_FOUND', details: { resource: 'BeneficialOwner' } },
    });
  }
});
