// An approval after 24 hours is too late, whether or not the job that ends the action has run.
import { expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';
import { approve, payingAgent } from './actions-world.ts';
import { approval } from './decisions-world.ts';

const world = await startWorld();
const dayMs = 24 * 3_600_000;

/** A transfer that waits, as old as `ageMs`. */
async function waiting(ageMs: number) {
  const one = await payingAgent(world, approval);
  const actionId: string = (await one.transferOut(700)).body.id;
  const transactionId = actionId.replace('AgentAction', 'Transaction');
  world.wall.advance(ageMs);
  const byAction = () => approve(world, one.id, actionId);
  const byTransaction = () => world.rest('POST', `/transactions/${transactionId}/approve`, { body: {} });
  return { one, actionId, transactionId, byAction, byTransaction };
}

test.each(['byAction', 'byTransaction'] as const)('%s, it rejects the action', async (route) => {
  const scene = await waiting(dayMs);
  const { one, actionId, transactionId } = scene;

  const { status, body } = await scene[route]();
  await world.settle();

  expect(status).toBeOneOf([200, 409]); // 409: the job was faster
  if (status === 200) expect(body.status).toBe(route === 'byAction' ? 'REJECTED' : 'FAILED');
  const action = (await one.agent('GET', `/actions/${actionId}`)).body;
  expect(action).toMatchObject({ status: 'REJECTED', rejectionReason: 'APPROVAL_TIMEOUT' });
  expect((await world.rest('GET', `/transactions/${transactionId}`)).body.status).toBe('FAILED');
  expect(await one.usage()).toEqual({ count: 0, spend: 0 });
});

test('a moment earlier, it runs the payment', async () => {
  const { byAction } = await waiting(dayMs - 1);

  expect((await byAction()).body.status).toBe('APPROVED');
});
