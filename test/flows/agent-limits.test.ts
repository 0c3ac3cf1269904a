// 200 payments of one agent at once, at two processes that may be killed: its limit holds, and its usage equals what was executed.
import { expect, test } from 'vitest';
import { startProcess } from '../kit/launch.ts';
import { testPatienceMs } from '../kit/patience.ts';
import { restAt } from '../kit/rest-at.ts';
import { payingAgent } from '../services/agents/actions-world.ts';
import { flowDatabase } from './flow-database.ts';

const calls = 200;
const limit = 10;

const DATABASE_URL = await flowDatabase();
const second = await startProcess({ env: { DATABASE_URL } });
const rest = restAt(second.origin);

test.each([undefined, 'action intended', 'agent payment executed'])(
  'exactly ten run while the first process dies at %s',
  { timeout: 2 * testPatienceMs },
  async (point) => {
    const { agent, token, id, customerId, accountId, bankId } = await payingAgent(
      { rest },
      { spendingLimits: { currency: 'USD', perTransactionLimit: 1_000, dailyTransactionLimit: limit } },
    );
    const first = await startProcess({ env: { DATABASE_URL, ...(point !== undefined && { CRASH_AT: point }) } });

    const body = { source: { accountId }, destination: { accountId: bankId }, amount: 100 };
    const pay = (index: number) =>
      restAt(index % 2 ? first.origin : second.origin)('POST', '/agents/me/transfer-out', { token, body }).then(
        ({ status }) => status,
        () => undefined, // its process died
      );
    const statuses = await Promise.all(Array.from({ length: calls }, (_, index) => pay(index)));
    await rest('POST', '/sandbox/clock/advance', { body: { seconds: 60 } });

    const { data } = (await agent('GET', '/actions?limit=100')).body;
    const { usage } = (await rest('GET', `/agents/${id}`)).body;
    const paid = (await rest('GET', `/transactions?customerId=${customerId}&type=OUTGOING`)).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(Array.from({ length: limit }, () => 'APPROVED'));
    expect([usage.dailyTransactionCount, usage.dailySpend, paid.totalCount]).toEqual([limit, limit * 100, limit]);
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(limit);
    if (point === undefined) expect(statuses.filter((status) => status === 403).length).toBe(calls - limit);
    await first.end('SIGKILL');
  },
);
