// External accounts that an agent manages for its customer.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bankAccount } from '../../contract/valid-bodies.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { connect, newCustomer } from './agents-world.ts';

const world = await sharedWorld();
const own = await newCustomer(world);
const neighbour = await newCustomer(world);
const foreign = await newCustomer(await world.newPlatform());
const { rest: agent } = await connect(world, own.customerId);

describe('external accounts', () => {
  test('are added for the customer, with or without its id', async () => {
    for (const named of [{}, { customerId: own.customerId }, { customerId: null }]) {
      const { status, body } = await agent('POST', '/external-accounts', { body: { ...bankAccount(), ...named } });

      expect([status, body.customerId]).toEqual([201, own.customerId]);
      expect((await world.rest('GET', `/customers/external-accounts/${body.id}`)).body).toEqual(body);
    }
  });

  test.each([neighbour.customerId, foreign.customerId, `Customer:${randomUUID()}`])(
    'are not added for %s',
    async (customerId) => {
      const { status, body } = await agent('POST', '/external-accounts', { body: { ...bankAccount(), customerId } });

      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    },
  );

  test('are not added twice', async () => {
    const body = bankAccount();
    const { body: first } = await agent('POST', '/external-accounts', { body });

    const again = await agent('POST', '/external-accounts', { body });

    expect([again.status, again.body.code, again.body.details]).toEqual([409, 'CONFLICT', { existingAccountId: first.id }]);
  });

  test('are deleted once', async () => {
    const { body: account } = await agent('POST', '/external-accounts', { body: bankAccount() });
    const path = `/external-accounts/${account.id}`;

    expect((await agent('DELETE', path)).status).toBe(204);
    expect((await agent('DELETE', path)).status).toBe(404);
    expect((await agent('GET', path)).status).toBe(404);
  });

  test('are added once per key, for each agent', async () => {
    const second = await connect(world, own.customerId);
    const [body, headers] = [bankAccount(), { 'idempotency-key': 'one' }];

    const made = await agent('POST', '/external-accounts', { body, headers });
    const again = await agent('POST', '/external-accounts', { body, headers });
    const others = await second.rest('POST', '/external-accounts', { body: bankAccount(), headers });

    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, made.body, 'true']);
    expect([others.status, others.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });
});
