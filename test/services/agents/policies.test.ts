// Changes of policies: which members are kept, replaced, merged and cleared, and limits in another currency.
import { describe, expect, test } from 'vitest';
import { AgentService } from '../../../gen/payments/agents/v1/agent_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { limits, newAgent, newCustomer, policy, verdict } from './agents-world.ts';

const world = await sharedWorld();
const { rest } = world;
const { customerId, accountId } = await newCustomer(world);

const rule = { accountId, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 30_000 };
const full = policy({
  spendingLimits: { ...limits, dailyLimit: 50_000, dailyTransactionLimit: 5, monthlyLimit: 90_000 },
  accountRestrictions: { allowedAccountIds: [accountId], accountRules: [rule] },
  approvalThresholds: { currency: 'EUR', amount: 8_000 },
});

const made = await newAgent(world, customerId, { policy: full });
const patch = (body: object, id = made.id) => rest('PATCH', `/agents/${id}/policy`, { body });

/** The policy of a new agent after one change. */
async function after(body: object) {
  const { id } = await newAgent(world, customerId, { policy: full });
  const { status, body: agent } = await patch(body, id);
  expect([status, await rest('GET', `/agents/${id}`).then((answer) => answer.body)]).toEqual([200, agent]);
  return agent.policy;
}

test.each([
  [{ permissions: ['CREATE_QUOTES', 'CREATE_QUOTES'] }, { permissions: ['CREATE_QUOTES'] }],
  [{ permissions: [] }, { permissions: [] }],
  [{ defaultExecutionMode: 'APPROVAL_REQUIRED' }, { defaultExecutionMode: 'APPROVAL_REQUIRED' }],
  [{ spendingLimits: { dailyLimit: 1 } }, { spendingLimits: { ...full.spendingLimits, dailyLimit: 1 } }],
  [{ spendingLimits: {} }, {}],
  [
    { spendingLimits: { dailyLimit: null, monthlyLimit: null, dailyTransactionLimit: 6 } },
    { spendingLimits: { ...limits, dailyTransactionLimit: 6 } },
  ],
  [{ accountRestrictions: { accountRules: [] } }, { accountRestrictions: { allowedAccountIds: [accountId] } }],
  [{ accountRestrictions: { allowedAccountIds: null } }, { accountRestrictions: { accountRules: [rule] } }],
  [{ accountRestrictions: { allowedAccountIds: [] } }, { accountRestrictions: { allowedAccountIds: [], accountRules: [rule] } }],
  [{ approvalThresholds: { amount: null } }, { approvalThresholds: { currency: 'EUR' } }],
  [{ approvalThresholds: { amount: 9 } }, { approvalThresholds: { currency: 'EUR', amount: 9 } }],
  [{ approvalThresholds: { currency: 'USD' } }, { approvalThresholds: { currency: 'USD', amount: 8_000 } }],
])('%j changes only what it contains', async (body, changed) => {
  expect(await after(body)).toEqual({ ...full, ...changed });
});

test.each([
  { spendingLimits: {} },
  { accountRestrictions: {} },
  { approvalThresholds: {} },
  { permissions: full.permissions, defaultExecutionMode: full.defaultExecutionMode },
])('%j changes nothing, not even the time of the last change', async (body) => {
  const { body: before } = await rest('GET', `/agents/${made.id}`);
  world.wall.advance(1_000);

  expect((await patch(body)).body).toEqual(before);
  expect((await rest('GET', `/agents/${made.id}`)).body).toEqual(before);
});

test.each([
  [{}, 'INVALID_INPUT'],
  [{ spendingLimits: null }, 'INVALID_INPUT'],
  [{ approvalThresholds: null }, 'INVALID_INPUT'],
  [{ accountRestrictions: null }, 'INVALID_INPUT'],
  [{ permissions: null }, 'INVALID_INPUT'],
  [{ permissions: ['FLY'] }, 'INVALID_INPUT'],
  [{ defaultExecutionMode: 'SOMETIMES' }, 'INVALID_INPUT'],
  [{ spendingLimits: { dailyTransactionLimit: null } }, 'INVALID_INPUT'],
  [{ spendingLimits: { perTransactionLimit: null } }, 'INVALID_INPUT'],
  [{ spendingLimits: { perTransactionLimit: -1 } }, 'INVALID_INPUT'],
  [{ spendingLimits: { currency: 'QQQ' } }, 'INVALID_CURRENCY'],
  [{ approvalThresholds: { currency: 'QQQ' } }, 'INVALID_CURRENCY'],
  [{ accountRestrictions: { accountRules: [rule, rule] } }, 'INVALID_INPUT'],
  [{ accountRestrictions: { allowedAccountIds: ['InternalAccount:00000000-0000-7000-8000-000000000000'] } }, 'INVALID_INPUT'],
])('%j is refused', async (body, code) => {
  const before = await rest('GET', `/agents/${made.id}`);

  expect(verdict(await patch(body))).toEqual([400, code, undefined]);
  expect((await rest('GET', `/agents/${made.id}`)).body).toEqual(before.body);
});

test('a threshold needs a currency', async () => {
  const { id } = await newAgent(world, customerId);

  const refused = await patch({ approvalThresholds: { amount: 1 } }, id);

  expect(refused.body.details.errors).toEqual([{ field: 'approvalThresholds.currency', message: 'is required with an amount' }]);
  expect((await patch({ approvalThresholds: { currency: 'USD', amount: 1 } }, id)).status).toBe(200);
});

describe('another currency of the limits', () => {
  test('converts all limits, rounded down', async () => {
    expect(await after({ spendingLimits: { currency: 'EUR' } })).toEqual({
      ...full,
      spendingLimits: {
        currency: 'EUR',
        perTransactionLimit: 18_400,
        dailyLimit: 46_000,
        dailyTransactionLimit: 5,
        monthlyLimit: 82_800,
      },
      accountRestrictions: { allowedAccountIds: [accountId], accountRules: [{ ...rule, perTransactionLimit: 27_600 }] },
    });
  });

  test('leaves the limits of the same request as they are', async () => {
    const changed = await after({
      spendingLimits: { currency: 'VND', dailyLimit: 7, monthlyLimit: null },
      accountRestrictions: { accountRules: [rule] },
    });

    expect(changed.spendingLimits).toEqual({
      currency: 'VND',
      perTransactionLimit: 5_060_000,
      dailyLimit: 7,
      dailyTransactionLimit: 5,
    });
    expect(changed.accountRestrictions.accountRules).toEqual([rule]);
  });

  test('is refused without a rate', async () => {
    const tenant = await world.newPlatform({ environment: 'production' });
    const owner = await newCustomer(tenant);
    const { id } = await newAgent(tenant, owner.customerId);

    const answer = await tenant.rest('PATCH', `/agents/${id}/policy`, { body: { spendingLimits: { currency: 'EUR' } } });

    expect(verdict(answer)).toEqual([400, 'INVALID_CURRENCY', undefined]);
  });
});

test('by RPC, the fields that are set change, and a mask clears', async () => {
  const { id: agentId } = await newAgent(world, customerId, { policy: full });
  const client = world.client(AgentService);

  const changed = await client.updateAgentPolicy({ agentId, spendingLimits: { dailyLimit: 3n } });
  const cleared = await client.updateAgentPolicy({
    agentId,
    spendingLimits: {},
    updateMask: { paths: ['spending_limits.daily_limit', 'spending_limits.currency'] },
  });

  expect(changed.policy?.spendingLimits).toMatchObject({ dailyLimit: 3n, monthlyLimit: 90_000n });
  expect(cleared.policy?.spendingLimits).toMatchObject({ currency: 'USD', monthlyLimit: 90_000n });
  expect(cleared.policy?.spendingLimits?.dailyLimit).toBeUndefined();
});

test('an unknown agent is not found', async () => {
  expect((await patch({ permissions: [] }, 'Agent:00000000-0000-7000-8000-000000000000')).status).toBe(404);
});
