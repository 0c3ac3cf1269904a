// An approval after 24 hours is too late, also if the job that ends the action has not run yet.
import { expect, test } from 'vitest';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { startWorld } from '../../kit/platform.ts';
import { lockRow } from '../../kit/row-lock.ts';
import { approve, payingAgent } from './actions-world.ts';
import { approval } from './decisions-world.ts';

const world = await startWorld();
const dayMs = 24 * 3_600_000;

/** A transfer that waits. */
async function waiting() {
  const one = await payingAgent(world, approval);
  const actionId: string = (await one.transferOut(700)).body.id;
  const transactionId = actionId.replace('AgentAction', 'Transaction');
  const byAction = () => approve(world, one.id, actionId);
  const byTransaction = () => world.rest('POST', `/transactions/${transactionId}/approve`, { body: {} });
  return { one, actionId, transactionId, byAction, byTransaction };
}

test.each(['byAction', 'byTransaction'] as const)('%s, it rejects the action', async (route) => {
  const scene = await waiting();
  const { one, actionId, transactionId } = scene;
  const job = await lockRow({ url: world.databaseUrl, table: 'agents.job', key: { kind: 'time-out', key: uuidIn(actionId) } });
  world.wall.advance(dayMs);

  const answer = scene[route]();
  await job.waiting(1); // it also removes the job
  await job.release();
  const { status, body } = await answer;
  await world.settle();

  expect([status, body.status]).toEqual([200, route === 'byAction' ? 'REJECTED' : 'FAILED']);
  const action = (await one.agent('GET', `/actions/${actionId}`)).body;
  expect(action).toMatchObject({ status: 'REJECTED', rejectionReason: 'APPROVAL_TIMEOUT' });
  expect((await world.rest('GET', `/transactions/${transactionId}`)).body.status).toBe('FAILED');
  expect(await one.usage()).toEqual({ count: 0, spend: 0 });
});

test('a moment earlier, it runs the payment', async () => {
  const { byAction } = await waiting();
  world.wall.advance(dayMs - 1);

  expect((await byAction()).body.status).toBe('APPROVED');
});
