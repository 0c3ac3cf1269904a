// Reports about the books of a platform.
import { expect, test } from 'vitest';
import { fund, makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

interface Journal {
  readonly id: string;
  readonly step: string;
  readonly bookedAt: string;
}
interface Balance {
  readonly account: string;
  readonly currency: string;
  readonly available: number;
  readonly held: number;
  readonly pendingIn: number;
}

async function all<Row>({ rest }: Pick<Tenant, 'rest'>, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = '', isFirst = true; isFirst || cursor !== ''; isFirst = false) {
    const { status, body } = await rest('GET', `${path}&limit=3${cursor && `&cursor=${cursor}`}`);
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.data);
    cursor = body.nextCursor ?? '';
  }
  return rows;
}

async function pay({ rest }: Pick<Tenant, 'rest'>, path: { from: string; to: string }) {
  const quote = await makeQuote(rest, path);
  expect((await rest('POST', `/quotes/${quote.id}/execute`)).status).toBe(200);
  await world.settle();
}

const bySum = (balances: readonly Balance[]) =>
  [...Map.groupBy(balances, ({ currency }) => currency)].map(([currency, own]) => [
    currency,
    own.reduce((sum, { available, held, pendingIn }) => sum + available + held + pendingIn, 0),
  ]);

test('journals are reported by their time, also of a period, and to their platform only', async () => {
  const [tenant, other] = [await world.newPlatform({ currencies: ['USD', 'GBP'] }), await world.newPlatform()];
  const payer = await makePayer(tenant.rest, 100_000, ['USD']);
  const path = { from: payer.accountId, to: await makePayee(tenant.rest, payer.customerId) };
  await pay(tenant, path);
  world.wall.advance(60_000);
  const noon = world.wall.now().toISOString();
  await pay(tenant, path);

  const journals = await all<Journal>(tenant, '/reports/journals?');
  const later = await all<Journal>(tenant, `/reports/journals?from=${noon}`);
  const earlier = await all<Journal>(tenant, `/reports/journals?to=${noon}`);
  const shown = (await tenant.rest('GET', '/sandbox/ledger/journals?limit=100')).body.data;

  expect(journals).toEqual(shown.toReversed());
  expect(new Set(later.map(({ step }) => step))).toEqual(new Set(['HOLD', 'DISPATCH', 'SETTLE'])); // in the same millisecond
  expect([...earlier, ...later]).toEqual(journals);
  expect(later.every(({ bookedAt }) => bookedAt >= noon)).toBe(true);
  expect(await all(other, '/reports/journals?')).toEqual([]);
});

test('balances at a moment do not include later bookings, and sum to zero per currency', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'GBP'] });
  const payer = await makePayer(tenant.rest, 100_000, ['USD']);
  const moment = new Date(world.wall.now().getTime() + 1_000).toISOString();
  world.wall.advance(60_000);
  await pay(tenant, { from: payer.accountId, to: await makePayee(tenant.rest, payer.customerId) });
  await fund(tenant.rest, payer.accountId, 700);
  const account = (await tenant.rest('GET', `/customers/internal-accounts?customerId=${payer.customerId}`)).body.data[0];

  const then = await all<Balance>(tenant, `/reports/balances?at=${moment}`);
  const now = await all<Balance>(tenant, '/reports/balances?');
  const of = (balances: readonly Balance[]) => balances.find(({ account: id }) => id === payer.accountId);

  expect(of(then)).toMatchObject({ currency: 'USD', available: 100_000, held: 0, pendingIn: 0 });
  expect(of(now)).toMatchObject({ available: account.balance.amount, held: 0 });
  for (const balances of [then, now])
    for (const [currency, sum] of bySum(balances)) expect([currency, sum]).toEqual([currency, 0]);
});

test('reports follow the clock of a sandbox platform that was advanced', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'GBP'] });
  const payer = await makePayer(tenant.rest, 100_000, ['USD']);
  const { body: clock } = await tenant.rest('POST', '/sandbox/clock/advance', { body: { seconds: 86_400 * 30 } });
  await fund(tenant.rest, payer.accountId, 700);

  const later = await all<Journal>(tenant, `/reports/journals?from=${clock.now}`);
  const earlier = await all<Journal>(tenant, `/reports/journals?to=${clock.now}`);
  const then = await all<Balance>(tenant, `/reports/balances?at=${clock.now}`);

  expect([earlier.length > 0, later.length > 0]).toEqual([true, true]);
  expect(then.find(({ account }) => account === payer.accountId)?.available).toBe(100_000);
});

test('a report of balances in the future is refused', async () => {
  const { status, body } = await world.rest('GET', '/reports/balances?at=2100-01-01T00:00:00Z');

  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  expect(body.details.errors).toEqual([{ field: 'at', message: 'must not be in the future' }]);
});

test('production platforms have reports, too', async () => {
  const { rest } = await world.newPlatform({ environment: 'production' });

  expect((await rest('GET', '/reports/journals')).body).toEqual({ data: [], hasMore: false });
  expect((await rest('GET', '/reports/balances')).status).toBe(200);
});

test('a forged cursor is refused', async () => {
  const cursor = Buffer.from(`999999999999999.${'00000000-0000-0000-0000-000000000000'}`).toString('base64url');

  const { status, body } = await world.rest('GET', `/reports/balances?cursor=${cursor}`);

  expect([status, body.details?.errors?.[0]?.field]).toEqual([400, 'cursor']);
});
