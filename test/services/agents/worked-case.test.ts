// The worked case of the contract, through REST, and the event of an action that waits.
import { expect, test } from 'vitest';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { payingAgent } from './actions-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

const limits = { currency: 'USD', perTransactionLimit: 20_000, dailyLimit: 50_000 };

test.each([
  [8_000, 'general', { status: 'APPROVED' }],
  [8_001, 'general', { status: 'PENDING_APPROVAL' }],
  [20_001, 'general', { details: { reason: 'PER_TRANSACTION_LIMIT', limit: 20_000, requested: 20_001 } }],
  [20_001, 'ruled', { details: { reason: 'DAILY_LIMIT', currency: 'USD', limit: 50_000, used: 30_000, requested: 20_001 } }],
  [500, 'ruled', { status: 'PENDING_APPROVAL' }],
])('%d from the %s account', async (amount, account, expected) => {
  const one = await payingAgent(world, { spendingLimits: limits });
  for (const used of [20_000, 10_000]) expect((await one.transferOut(used)).body.status).toBe('APPROVED');

  const rule = { accountId: one.accountId, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 30_000 };
  const change = {
    approvalThresholds: { currency: 'USD', amount: 8_000 },
    ...(account === 'ruled' && { accountRestrictions: { accountRules: [rule] } }),
  };
  expect((await world.rest('PATCH', `/agents/${one.id}/policy`, { body: change })).status).toBe(200);

  expect((await one.transferOut(amount)).body).toMatchObject(expected);
});

test('a quote that waits is announced once, after its transaction', async () => {
  const { id, quote, execute } = await payingAgent(world, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
  await world.settle();
  const before = receiver.events.length;

  const quoteId = await quote();
  await world.settle();
  const { body } = await execute(quoteId);
  await world.settle();

  const events = receiver.events.slice(before).map(({ body: event }) => event);
  expect(events.map(({ type }) => type)).toEqual(['OUTGOING_PAYMENT.PENDING', 'AGENT_ACTION.PENDING_APPROVAL']);
  expect(events.map(({ data }) => data)).toEqual([expect.objectContaining({ agentId: id, status: 'PENDING' }), body]);
});

test.each(['OUTGOING', 'INCOMING'])('an %s transfer that waits is announced once, after its transaction', async (direction) => {
  const { id, transferOut, transferIn } = await payingAgent(world, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
  await world.settle();
  const before = receiver.events.length;

  const { body } = await (direction === 'OUTGOING' ? transferOut(700) : transferIn(700));
  await world.settle();

  const events = receiver.events.slice(before).map(({ body: event }) => [event.type, event.data]);
  expect(events).toEqual([
    [`${direction}_PAYMENT.PENDING`, expect.objectContaining({ agentId: id, status: 'PENDING' })],
    ['AGENT_ACTION.PENDING_APPROVAL', body],
  ]);
});
