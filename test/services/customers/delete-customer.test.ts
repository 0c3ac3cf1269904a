// Deletion of customers.
import { describe, expect, test } from 'vitest';
import { changesIn } from './changed-customers.ts';
import { sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();
const { made, patch } = changesIn(world);

describe('a deletion', () => {
  test('shows the customer one last time, closes its accounts, and happens once', async () => {
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

  test('frees the platformCustomerId and the UMA address', async () => {
    const body = { platformCustomerId: 'reused', umaAddress: '$reused@localhost' };
    const first = await made(body);

    await world.rest('DELETE', `/customers/${first.id}`);

    expect(await made(body)).toMatchObject(body);
  });
});
