// The maximum of pending actions of an agent.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { approve, payingAgent, reject } from './actions-world.ts';

const world = await sharedWorld();
const { rest } = world;
const max = 100;
const above = 3;

test('of concurrent requests a hundred wait; each decision makes room for another one', async () => {
  const { agent, id, transferOut, usage } = await payingAgent(world, { approvalThresholds: { currency: 'USD', amount: 100 } });
  const ask = () => transferOut(101);
  const pending = async () => (await rest('GET', `/agents/approvals?agentId=${id}&limit=${max}`)).body;

  const answers = await Promise.all(Array.from({ length: max + above }, ask));

  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: above }, () => [429, 'RATE_LIMITED']),
  );
  const { data, totalCount } = await pending();
  expect([data.length, totalCount]).toEqual([max, max]);

  expect((await ask()).status).toBe(429);
  expect((await transferOut(100)).body.status).toBe('APPROVED'); // needs no approval
  for (const decide of [approve, reject]) {
    const [next] = (await pending()).data;
    expect((await decide(world, id, next.id)).status).toBe(200);
    expect([(await ask()).status, (await ask()).status]).toEqual([201, 429]);
  }
  expect((await agent('GET', '/actions?limit=1')).body.totalCount).toBe(max + above);
  expect((await usage()).count).toBe(2);
});
