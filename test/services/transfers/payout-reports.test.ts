// Totals of payouts by UTC day, rail, currency and outcome.
import { expect, test } from 'vitest';
import { makePayee, makePayer, makeQuote, makeSlowPayee } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';

const world = await startWorld();
const dayMs = 86_400_000;
const today = () => world.wall.now().toISOString().slice(0, 10);

async function pay({ rest }: Tenant, from: string, to: string): Promise<number> {
  const quote = await makeQuote(rest, { from, to });
  expect((await rest('POST', `/quotes/${quote.id}/execute`)).status).toBe(200);
  await world.settle();
  return quote.totalReceivingAmount;
}

async function payer() {
  const tenant = await world.newPlatform({ currencies: ['USD', 'GBP'] });
  const { customerId, accountId } = await makePayer(tenant.rest, 100_000, ['USD']);
  return { tenant, customerId, accountId };
}

/** The pages of the report. */
async function pages({ rest }: Tenant, period = ''): Promise<object[][]> {
  const all: object[][] = [];
  for (let cursor = '', isFirst = true; isFirst || cursor !== ''; isFirst = false) {
    const { status, body } = await rest('GET', `/reports/payouts?${period}${cursor && `&cursor=${cursor}`}`);
    expect([status, body.hasMore], JSON.stringify(body)).toEqual([200, body.nextCursor !== undefined]);
    all.push(body.data);
    cursor = body.nextCursor ?? '';
  }
  return all;
}

test('payouts are counted and added up by outcome, and a return changes the total of its day', async () => {
  const { tenant, customerId, accountId } = await payer();
  const payees = { good: await makePayee(tenant.rest, customerId), returning: await makePayee(tenant.rest, customerId, '005') };
  const day = today();
  const amount = await pay(tenant, accountId, payees.good);
  expect(await pay(tenant, accountId, payees.good)).toBe(amount);
  await pay(tenant, accountId, await makePayee(tenant.rest, customerId, '004'));
  await pay(tenant, accountId, await makePayee(tenant.rest, customerId, '006'));
  await pay(tenant, accountId, payees.returning);
  const dollars = await pay(tenant, accountId, await makeSlowPayee(tenant.rest, customerId));
  await makeQuote(tenant.rest, { from: accountId, to: payees.good }); // never executed

  const pounds = { day, rail: 'FASTER_PAYMENTS', currency: 'GBP' };
  const before = await pages(tenant);
  world.wall.advance(30_000);
  await world.settle();
  const after = await pages(tenant);

  const slow = { day, rail: 'RTP', currency: 'USD', outcome: 'SENT', count: 1, amount: dollars };
  const others = [
    { ...pounds, outcome: 'CANCELLED', count: 1, amount },
    { ...pounds, outcome: 'FAILED', count: 1, amount },
  ];
  expect(before).toEqual([[others[0], { ...pounds, outcome: 'COMPLETED', count: 3, amount: 3 * amount }, others[1], slow]]);
  expect(after).toEqual([
    [
      others[0],
      { ...pounds, outcome: 'COMPLETED', count: 2, amount: 2 * amount },
      others[1],
      { ...pounds, outcome: 'RETURNED', count: 1, amount },
      slow,
    ],
  ]);
});

test('a page has one day with payouts, also of a period, and only those of its platform', async () => {
  const { tenant, customerId, accountId } = await payer();
  const to = await makePayee(tenant.rest, customerId);
  const days: string[] = [];
  for (const later of [0, dayMs, 3 * dayMs]) {
    world.wall.advance(later);
    days.push(today());
    await pay(tenant, accountId, to);
  }

  const of = (all: object[][]) => all.map((page) => page.map((total) => (total as { day: string }).day));
  expect(of(await pages(tenant))).toEqual(days.map((day) => [day]));
  expect(of(await pages(tenant, `from=${days[1]}T00:00:00Z`))).toEqual([[days[1]], [days[2]]]);
  expect(of(await pages(tenant, `to=${days[1]}T00:00:00Z`))).toEqual([[days[0]]]);
  expect(of(await pages(tenant, `from=${days[0]}T00:00:00Z&to=${days[2]}T00:00:00Z`))).toEqual([[days[0]], [days[1]]]);
  expect(await pages(await world.newPlatform())).toEqual([[]]);
});

test('payments to internal accounts are no payouts', async () => {
  const { tenant, accountId } = await payer();
  const other = await makePayer(tenant.rest, 100, ['USD']);

  await pay(tenant, accountId, other.accountId);

  expect(await pages(tenant)).toEqual([[]]);
});
