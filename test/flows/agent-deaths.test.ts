// A process dies between any two commits of an action: the next one completes it, and usage equals what was executed.
import { expect, test } from 'vitest';
import { dieAt } from '../kit/death.ts';
import { startWorld } from '../kit/platform.ts';
import { approve, payingAgent, reject } from '../services/agents/actions-world.ts';

const world = await startWorld();
const approval = { defaultExecutionMode: 'APPROVAL_REQUIRED' };

async function recover(): Promise<void> {
  for (const pause of [10_000, 30_000, 60_000]) {
    world.wall.advance(pause);
    await world.settle();
  }
}

const ways = ['quote', 'out', 'in'] as const;
type Way = (typeof ways)[number];

async function prepared(way: Way, policy: object = {}) {
  const tenant = await world.newPlatform();
  const one = await payingAgent(tenant, policy);
  const quoteId = way === 'quote' ? await one.quote(700) : '';
  const calls = { quote: () => one.execute(quoteId), out: () => one.transferOut(700), in: () => one.transferIn(700) };
  const statuses = async () => (await one.agent('GET', '/actions')).body.data.map(({ status }: { status: string }) => status);
  return { ...one, tenant, call: calls[way], statuses };
}

const each = (points: string[]) => points.flatMap((point) => ways.map((way) => [point, way] as const));

test.each(each(['action intended', 'agent payment executed', 'action begun']))(
  "at '%s' of a payment (%s)",
  async (point, way) => {
    const { call, statuses, usage } = await prepared(way);
    const death = dieAt(point);

    await call();
    await recover();

    expect(death.hasDied()).toBe(true);
    expect([await statuses(), await usage()]).toEqual([['APPROVED'], { count: 1, spend: 700 }]);
  },
);

test.each(each(['action intended', 'approval requested', 'agent payment waits', 'action waits']))(
  "at '%s' of a payment that needs approval (%s)",
  async (point, way) => {
    const { call, statuses, usage } = await prepared(way, approval);
    const death = dieAt(point);

    await call();
    await recover();

    expect(death.hasDied()).toBe(true);
    expect([await statuses(), await usage()]).toEqual([['PENDING_APPROVAL'], { count: 0, spend: 0 }]);
  },
);

test.each([
  ...each(['action decided', 'agent payment executed', 'action begun']),
  ['approved transfer begun', 'out'] as const,
  ['approved transfer begun', 'in'] as const,
])("at '%s' of an approval (%s)", async (point, way) => {
  const { tenant, id, call, statuses, usage } = await prepared(way, approval);
  const actionId = (await call()).body.id;
  const death = dieAt(point);

  await approve(tenant, id, actionId);
  await recover();

  expect(death.hasDied()).toBe(true);
  expect([await statuses(), await usage()]).toEqual([['APPROVED'], { count: 1, spend: 700 }]);
});

test.each(ways)("at 'agent payment ended' of a rejection (%s)", async (way) => {
  const tenant = await world.newPlatform();
  const one = await payingAgent(tenant, approval);
  const asked =
    way === 'quote' ? await one.execute(await one.quote()) : await (way === 'out' ? one.transferOut(700) : one.transferIn(700));
  const death = dieAt('agent payment ended');

  await reject(tenant, one.id, asked.body.id);
  await recover();

  expect(death.hasDied()).toBe(true);
  expect((await one.agent('GET', `/actions/${asked.body.id}`)).body.status).toBe('REJECTED');
  const { data } = (await tenant.rest('GET', `/transactions?customerId=${one.customerId}&status=FAILED`)).body;
  expect(data).toMatchObject([{ agentId: one.id, failureReason: 'QUOTE_EXECUTION_FAILED' }]);
});

test("at 'action refused': nothing counts, and the action is gone", async () => {
  const { transferOut, statuses, usage } = await prepared('out', {
    spendingLimits: { currency: 'USD', perTransactionLimit: 9_000_000 },
  });
  const death = dieAt('action refused');

  await transferOut(5_000_000);
  await recover();

  expect(death.hasDied()).toBe(true);
  expect([await statuses(), await usage()]).toEqual([[], { count: 0, spend: 0 }]);
});
