// The life of agents: changed, listed, deleted.
import { describe, expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { issue, newAgent, newCustomer, policy, redeem, verdict } from './agents-world.ts';

const world = await sharedWorld();
const { rest } = world;

const get = async (id: string) => (await rest('GET', `/agents/${id}`)).body;

describe('a change', () => {
  test('of name or pause moves updatedAt, and the same values do not', async () => {
    const made = await newAgent(world, (await newCustomer(world)).customerId);
    const before = await get(made.id);
    world.wall.advance(1_000);
    const same = await rest('PATCH', `/agents/${made.id}`, { body: { name: ' Bookkeeper ', isPaused: false } });
    const now = world.wall.now().toISOString();
    const changed = await rest('PATCH', `/agents/${made.id}`, { body: { name: 'Payroll', isPaused: true } });

    expect([same.status, same.body]).toEqual([200, before]);
    expect([changed.status, changed.body]).toEqual([200, { ...before, name: 'Payroll', isPaused: true, updatedAt: now }]);
    expect((await rest('PATCH', `/agents/${made.id}`, { body: { isPaused: false } })).body.isPaused).toBe(false);
  });

  test.each([{}, { name: null }, { isPaused: null }, { name: ' ' }, { isPaused: 'yes' }])('%j is refused', async (body) => {
    const { id } = await newAgent(world, (await newCustomer(world)).customerId);

    expect(verdict(await rest('PATCH', `/agents/${id}`, { body }))).toEqual([400, 'INVALID_INPUT', undefined]);
  });
});

describe('a deleted agent', () => {
  const asks = (id: string, code: string) => [
    () => rest('GET', `/agents/${id}`),
    () => rest('PATCH', `/agents/${id}`, { body: { isPaused: true } }),
    () => rest('DELETE', `/agents/${id}`),
    () => issue(world, id),
    () => rest('GET', `/agents/device-codes/${code}/status`),
    () => redeem(world, code),
  ];

  test('is not found by any operation', async () => {
    const owner = await newCustomer(world);
    const { id, code } = await newAgent(world, owner.customerId);

    expect((await rest('DELETE', `/agents/${id}`)).status).toBe(204);

    for (const ask of asks(id, code)) expect(verdict(await ask())).toEqual([404, 'REFERENCE_NOT_FOUND', undefined]);
    expect((await rest('GET', `/agents?customerId=${owner.customerId}`)).body).toEqual({
      data: [],
      hasMore: false,
      totalCount: 0,
    });
  });

  test('goes with its customer, who gets no other', async () => {
    const owner = await newCustomer(world);
    const { id, code } = await newAgent(world, owner.customerId);

    await rest('DELETE', `/customers/${owner.customerId}`);
    await world.settle();

    world.wall.advance(60_000);
    for (const ask of asks(id, code)) expect((await ask()).status).toBe(404);
    const body = { name: 'Bookkeeper', customerId: owner.customerId, policy: policy() };
    expect(verdict(await rest('POST', '/agents', { body }))).toEqual([400, 'INVALID_INPUT', undefined]);
  });

  test('is deleted once', async () => {
    const { id } = await newAgent(world, (await newCustomer(world)).customerId);

    const answers = await Promise.all(Array.from({ length: 10 }, () => rest('DELETE', `/agents/${id}`)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
  });
});

test('lists are filtered, and time bounds are inclusive', async () => {
  const tenant = await world.newPlatform();
  const owner = await newCustomer(tenant);
  const other = await newCustomer(tenant);
  const first = await newAgent(tenant, owner.customerId);
  const madeAt = world.wall.now().toISOString();
  world.wall.advance(1);
  const second = await newAgent(tenant, owner.customerId);
  const third = await newAgent(tenant, other.customerId);
  const later = world.wall.now().toISOString();
  world.wall.advance(1);
  await tenant.rest('PATCH', `/agents/${first.id}`, { body: { isPaused: true } });
  await redeem(tenant, second.code);
  const last = world.wall.now().toISOString();

  const idsOf = async (query: Record<string, string>) => {
    const { body } = await tenant.rest('GET', `/agents?${new URLSearchParams(query)}`);
    expect(body.totalCount).toBe(body.data.length);
    return body.data.map(({ id }: { id: string }) => id);
  };

  const [a, b, c] = [first.id, second.id, third.id];
  const [newer, older] = [b, c].toSorted().toReversed();
  expect(await idsOf({})).toEqual([newer, older, a]);
  expect(await idsOf({ customerId: owner.customerId })).toEqual([b, a]);
  expect(await idsOf({ customerId: other.customerId, isPaused: 'true' })).toEqual([]);
  expect(await idsOf({ customerId: 'Customer:01900000-0000-7000-8000-000000000000' })).toEqual([]);
  expect(await idsOf({ isPaused: 'true' })).toEqual([a]);
  expect(await idsOf({ isConnected: 'true' })).toEqual([b]);
  expect(await idsOf({ isConnected: 'false', isPaused: 'false' })).toEqual([c]);
  expect(await idsOf({ createdBefore: madeAt })).toEqual([a]);
  expect(await idsOf({ createdAfter: later })).toEqual([newer, older]);
  expect(await idsOf({ updatedAfter: last })).toEqual([b, a]);
  expect(await idsOf({ updatedBefore: later })).toEqual([c]);
});

test.each([
  '/agents?customerId=Ada',
  '/agents/approvals?agentId=Ada',
  '/agents/approvals?customerId=Agent:01900000-0000-7000-8000-000000000000',
])('%s is refused: the id in the filter is malformed, or of another kind', async (list) => {
  expect(await rest('GET', list)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});
