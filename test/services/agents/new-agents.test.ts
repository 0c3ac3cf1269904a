// New agents: what they are made of, and what is refused.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { limits, newAgent, newCustomer, policy, verdict } from './agents-world.ts';

const world = await sharedWorld();
const { rest } = world;
const { customerId, accountId } = await newCustomer(world);
const stranger = await newCustomer(world);

const create = (body: object) => rest('POST', '/agents', { body: { name: 'Bookkeeper', customerId, policy: policy(), ...body } });
const get = async (id: string) => (await rest('GET', `/agents/${id}`)).body;

test('a new agent is neither connected nor paused, has used nothing, and has a device code for a day', async () => {
  const owner = await newCustomer(world);
  const now = world.wall.now();
  const day = 24 * 3_600_000;
  const whole = policy({
    permissions: ['CREATE_QUOTES', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
    spendingLimits: { ...limits, dailyLimit: 50_000, monthlyLimit: null, dailyTransactionLimit: 0 },
    accountRestrictions: {
      allowedAccountIds: [owner.accountId],
      accountRules: [{ accountId: owner.accountId, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 30_000 }],
    },
    approvalThresholds: { currency: 'EUR', amount: 8_000 },
  });

  const { status, body } = await create({ name: '  Bookkeeper ', customerId: owner.customerId, policy: whole });

  const tomorrow = new Date(now.getTime() + day).toISOString().slice(0, 10);
  expect(status).toBe(201);
  expect(body).toEqual({
    agent: {
      id: expect.stringMatching(/^Agent:/),
      name: 'Bookkeeper',
      customerId: owner.customerId,
      isPaused: false,
      isConnected: false,
      policy: {
        ...whole,
        permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
        spendingLimits: { ...limits, dailyLimit: 50_000, dailyTransactionLimit: 0 },
      },
      usage: {
        dailyTransactionCount: 0,
        dailySpend: 0,
        dailyResetDate: tomorrow,
        monthlySpend: 0,
        monthlyResetMonth: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString().slice(0, 7),
      },
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    },
    deviceCode: {
      code: expect.stringMatching(/^AGENT-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/),
      agentId: body.agent.id,
      expiresAt: new Date(now.getTime() + day).toISOString(),
      redeemed: false,
    },
  });
  expect(await get(body.agent.id)).toEqual(body.agent);
});

test.each([
  { given: { accountRestrictions: { allowedAccountIds: [] } }, shown: { allowedAccountIds: [] } },
  { given: { accountRestrictions: { allowedAccountIds: null } }, shown: {} },
  { given: { accountRestrictions: {} }, shown: {} },
  { given: {}, shown: undefined },
])('the restrictions $given are shown as $shown', async ({ given, shown }) => {
  const owner = await newCustomer(world);
  const { id } = await newAgent(world, owner.customerId, { policy: policy(given) });

  expect((await get(id)).policy.accountRestrictions).toEqual(shown);
});

const rule = (accountRules: object[]) => ({ policy: policy({ accountRestrictions: { accountRules } }) });
const allowed = (...allowedAccountIds: unknown[]) => ({ policy: policy({ accountRestrictions: { allowedAccountIds } }) });
const limited = (more: object) => ({ policy: policy({ spendingLimits: { ...limits, ...more } }) });

test.each([
  { body: { name: '' }, field: 'name' },
  { body: { name: ' ' }, field: 'name' },
  { body: { name: 'x'.repeat(256) }, field: 'name' },
  { body: { customerId: 'Customer:x' }, field: 'customerId' },
  { body: { customerId: `Customer:${randomUUID()}` }, field: 'customerId' },
  { body: { policy: undefined }, field: 'policy' },
  { body: { policy: policy({ permissions: undefined }) }, field: 'policy.permissions' },
  { body: { policy: policy({ permissions: ['FLY'] }) }, field: 'policy.permissions.0' },
  { body: { policy: policy({ defaultExecutionMode: undefined }) }, field: 'policy.defaultExecutionMode' },
  { body: { policy: policy({ spendingLimits: undefined }) }, field: 'policy.spendingLimits' },
  { body: limited({ perTransactionLimit: undefined }), field: 'policy.spendingLimits.perTransactionLimit' },
  { body: limited({ perTransactionLimit: -1 }), field: 'policy.spendingLimits.perTransactionLimit' },
  { body: limited({ dailyLimit: 9_000_000_000_000_001 }), field: 'policy.spendingLimits.dailyLimit' },
  { body: limited({ dailyTransactionLimit: null }), field: 'policy.spendingLimits.dailyTransactionLimit' },
  { body: allowed('x'), field: 'policy.accountRestrictions.allowedAccountIds.0' },
  { body: allowed(7), field: 'policy.accountRestrictions.allowedAccountIds.0' },
  { body: allowed(accountId, stranger.accountId), field: 'policy.accountRestrictions.allowedAccountIds.1' },
  { body: rule([{ accountId: stranger.accountId }]), field: 'policy.accountRestrictions.accountRules.0.accountId' },
  { body: rule([{ accountId }, { accountId }]), field: 'policy.accountRestrictions.accountRules.1.accountId' },
  { body: { policy: policy({ approvalThresholds: { amount: 1 } }) }, field: 'policy.approvalThresholds.currency' },
])('$body is refused by $field', async ({ body, field }) => {
  const answer = await create(body);

  expect([answer.status, answer.body.code, answer.body.details?.errors?.map((one: { field: string }) => one.field)]).toEqual([
    400,
    'INVALID_INPUT',
    [field],
  ]);
});

test.each([limited({ currency: 'ZZZ' }), { policy: policy({ approvalThresholds: { currency: 'ZZZ', amount: 1 } }) }])(
  'the unknown currency of %j is refused',
  async (body) => {
    expect(verdict(await create(body))).toEqual([400, 'INVALID_CURRENCY', undefined]);
  },
);

test('a customer has twenty agents at most, however many are made at once, and a deletion makes room', async () => {
  const owner = await newCustomer(world);
  const answers = await Promise.all(Array.from({ length: 25 }, () => create({ customerId: owner.customerId })));
  const made = answers.filter(({ status }) => status === 201);

  expect([made.length, answers.filter(({ body }) => body.code === 'CONFLICT').length]).toEqual([20, 5]);
  expect((await rest('DELETE', `/agents/${made[0]?.body.agent.id}`)).status).toBe(204);
  expect((await create({ customerId: owner.customerId })).status).toBe(201);
});
