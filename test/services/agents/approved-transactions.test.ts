// Decisions on an action of an agent: the routes of the action and of its transaction share one.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { payingAgent } from './actions-world.ts';

const world = await sharedWorld();
const { rest } = world;

test('of concurrent decisions over both routes, one takes effect', async () => {
  const { id, transferOut, usage } = await payingAgent(world, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const { body: action } = await transferOut(700);
  const { data } = (await rest('GET', `/transactions?customerId=${action.customerId}&status=PENDING`)).body;
  const paths = [`/transactions/${data[0].id}`, `/agents/${id}/actions/${action.id}`];

  const answers = await Promise.all(
    [...paths, ...paths].flatMap((path) =>
      ['approve', 'reject'].map((verdict) => rest('POST', `${path}/${verdict}`, { body: {} })),
    ),
  );

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  const { data: paid } = (await rest('GET', `/transactions?customerId=${action.customerId}&type=OUTGOING`)).body;
  const isApproved = (await usage()).count === 1;
  expect(paid.map(({ status }: { status: string }) => status)).toEqual([isApproved ? 'COMPLETED' : 'FAILED']);
});
