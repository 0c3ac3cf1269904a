// Requests of an agent that arrive again under their idempotency key.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { approve, generous, type PayingAgent, payingAgent } from './actions-world.ts';
import { verdict } from './agents-world.ts';
import { amount, approval } from './decisions-world.ts';

const world = await sharedWorld();
const { rest } = world;

const out = ({ agent, accountId, bankId }: PayingAgent, sent: number) =>
  agent('POST', '/transfer-out', {
    body: { source: { accountId }, destination: { accountId: bankId }, amount: sent },
    headers: { 'idempotency-key': 'one' },
  });

test('a repeated request returns the first answer, also after its action was decided', async () => {
  const one = await payingAgent(world, approval);
  const first = await out(one, amount);
  await approve(world, one.id, first.body.id);

  const again = await out(one, amount);

  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(verdict(await out(one, amount + 1))).toEqual([400, 'INVALID_INPUT', 'IDEMPOTENCY_KEY_REUSED']);
  expect(await one.usage()).toEqual({ count: 1, spend: amount });
});

test('a repeated request is judged again after a denial', async () => {
  const one = await payingAgent(world, { spendingLimits: { ...generous, perTransactionLimit: 1 } });
  const denied = await out(one, amount);
  await rest('PATCH', `/agents/${one.id}/policy`, { body: { spendingLimits: { perTransactionLimit: amount } } });

  const again = await out(one, amount);

  expect([denied.status, again.status, again.body.status]).toEqual([403, 201, 'APPROVED']);
});
