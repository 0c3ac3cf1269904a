// What a sandbox does for a transaction between its requests: calls to the rail, and jobs.
import { expect, test } from 'vitest';
import { type Span, startTracing } from '../../../services/kit/core/tracing.ts';
import { makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { withRequestLog } from '../../kit/world-forms.ts';

const world = await sharedWorld(withRequestLog);

/** Executes a quote to an account with this suffix. Returns the transaction and its activities, read when all due work is done. */
async function pay(tenant: Tenant, suffix: string) {
  const { rest } = tenant;
  const { customerId, accountId } = await makePayer(rest);
  const quote = await makeQuote(rest, { from: accountId, to: await makePayee(rest, customerId, suffix) });
  await rest('POST', `/quotes/${quote.id}/execute`, { headers: { 'x-request-id': 'mine' } });
  return { id: quote.transactionId as string, activities: () => activitiesOf(tenant, quote.transactionId) };
}

async function activitiesOf({ rest }: Tenant, transactionId: string) {
  await world.settle();
  return (await rest('GET', `/sandbox/transactions/${transactionId}/activities`)).body.data;
}

test('a returned payment shows its calls to the rail, the job that waits for the return, and its run', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'GBP'] });
  const { id, activities } = await pay(tenant, '005');
  const { createdAt } = (await tenant.rest('GET', `/transactions/${id}`)).body;
  const dueAt = new Date(Date.parse(createdAt) + 30_000).toISOString();
  const own = { requestId: 'mine' };
  const submitted = { type: 'RAIL_CALL', name: 'submit', outcome: 'DONE', result: 'DELIVERED', time: createdAt, durationMs: 0 };

  const before = await activities();
  await tenant.advance(30);
  const after = await activities();

  expect(before).toEqual([
    { ...submitted, ...own },
    { type: 'JOB', name: 'follow-up', outcome: 'WAITING', time: dueAt, ...own },
  ]);
  expect(after).toEqual([
    { ...submitted, ...own },
    { type: 'RAIL_CALL', name: 'check', outcome: 'DONE', result: 'RETURNED', time: dueAt, durationMs: 0, ...own },
    { type: 'JOB', name: 'follow-up', outcome: 'DONE', time: dueAt, durationMs: 0, ...own },
  ]);
});

test('activities name the trace of their request, if it is recorded', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'GBP'] });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const span: Span = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, begin: () => span, note: () => {}, end: () => {} };
  const stop = startTracing({ receive: () => span, resume: () => span });

  const { activities } = await pay(tenant, '005');
  stop();

  expect(await activities()).toMatchObject([
    { name: 'submit', traceId },
    { name: 'follow-up', traceId },
  ]);
});

test('activities of other platforms and unknown transactions are not found, and production has none', async () => {
  const [tenant, other] = [await world.newPlatform({ currencies: ['USD', 'GBP'] }), await world.newPlatform()];
  const production = await world.newPlatform({ environment: 'production' });
  const { id } = await pay(tenant, '911');
  const path = `/sandbox/transactions/${id}/activities`;

  const foreign = await other.rest('GET', path);

  expect([foreign.status, foreign.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
  expect((await production.rest('GET', path)).status).toBe(403);
});
