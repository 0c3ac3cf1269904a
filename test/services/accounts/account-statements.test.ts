// The statement of an internal account for a period.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { EntryDirection } from '../../../gen/payments/accounts/v1/account_statement_pb.ts';
import { ReportService } from '../../../gen/payments/accounts/v1/report_pb.ts';
import { fund, makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';

const world = await startWorld();
const { tenant, payer, times, quote } = await monthOf(await world.newPlatform({ currencies: ['USD', 'GBP'] }));
const statement = `/reports/statements?accountId=${payer.accountId}`;

/** A day each: 1,000.00 arrives; 12.34 is paid; 0.66 and 5.00 arrive. */
async function monthOf(own: Tenant) {
  const holder = await makePayer(own.rest, 100_000, ['USD']);
  const first = await nextDay();
  const executed = await makeQuote(own.rest, {
    from: holder.accountId,
    to: await makePayee(own.rest, holder.customerId),
    amount: 1_234,
  });
  expect((await own.rest('POST', `/quotes/${executed.id}/execute`)).status).toBe(200);
  const second = await nextDay();
  await fund(own.rest, holder.accountId, 66);
  const third = await nextDay();
  await fund(own.rest, holder.accountId, 500);
  const fourth = await nextDay();
  return { tenant: own, payer: holder, times: { first, second, third, fourth }, quote: executed };
}

/** The time of a new day. What the previous day began is booked before. */
async function nextDay(): Promise<string> {
  await world.settle();
  world.wall.advance(86_400_000);
  return world.wall.now().toISOString();
}

async function read(query: string) {
  const { status, body } = await tenant.rest('GET', `${statement}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

test('a statement has the balances of its period and each entry between them', async () => {
  const { body: transaction } = await tenant.rest('GET', `/transactions/${quote.transactionId}`);
  const spent = transaction.sentAmount.amount;

  const body = await read(`&from=${times.first}&to=${times.third}`);

  expect(body).toEqual({
    accountId: payer.accountId,
    currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
    from: times.first,
    to: times.third,
    openingBalance: 100_000,
    closingBalance: 100_000 - spent + 66,
    data: [
      {
        id: expect.any(String),
        bookedAt: times.first,
        direction: 'DEBIT',
        amount: spent,
        balance: 100_000 - spent,
        transactionId: quote.transactionId,
        step: 'DISPATCH',
      },
      {
        id: expect.any(String),
        bookedAt: times.second,
        direction: 'CREDIT',
        amount: 66,
        balance: 100_000 - spent + 66,
        transactionId: expect.stringMatching(/^Transaction:/),
        step: 'IN',
      },
    ],
    hasMore: false,
  });
});

test('pages continue each other, and have the balances of the whole period', async () => {
  const whole = await read(`&from=${times.first}&to=${times.fourth}`);

  const pages = [await read(`&from=${times.first}&to=${times.fourth}&limit=1`)];
  for (let page = pages[0]; page.hasMore; page = pages.at(-1))
    pages.push(await read(`&from=${times.first}&limit=1&cursor=${page.nextCursor}`));

  expect(pages.map(({ data }) => data.length)).toEqual([1, 1, 1]);
  expect(pages.flatMap(({ data }) => data)).toEqual(whole.data);
  for (const { from, to, openingBalance, closingBalance } of pages)
    expect({ from, to, openingBalance, closingBalance }).toEqual({
      from: whole.from,
      to: whole.to,
      openingBalance: whole.openingBalance,
      closingBalance: whole.closingBalance,
    });
  expect(whole.data.at(-1).balance).toBe(whole.closingBalance);
});

test('entries of one millisecond are in the order in which they were booked, also over several pages', async () => {
  const { rest } = await world.newPlatform({ currencies: ['USD'] });
  const { accountId } = await makePayer(rest, 1_000, ['USD']);
  world.wall.advance(1_000);
  const from = world.wall.now().toISOString();
  const amounts = Array.from({ length: 12 }, (_, index) => 10 ** (index % 6) + index);
  for (const amount of amounts) await fund(rest, accountId, amount);
  world.wall.advance(1_000);
  await fund(rest, accountId, 7);
  const path = `/reports/statements?accountId=${accountId}&from=${from}&limit=5`;

  const pages = [(await rest('GET', path)).body];
  for (let page = pages[0]; page.hasMore; page = pages.at(-1))
    pages.push((await rest('GET', `${path}&cursor=${page.nextCursor}`)).body);

  expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 3]);
  expect(pages.flatMap(({ data }) => data.map(({ amount }: { amount: number }) => amount))).toEqual([...amounts, 7]);
  expect(pages.at(-1).data.at(-1).balance).toBe(pages[0].closingBalance);
});

test('without an end a statement leads to the balance of the account', async () => {
  const accounts = await tenant.rest('GET', `/customers/internal-accounts?customerId=${payer.customerId}`);

  const { openingBalance, closingBalance } = await read('&from=2020-01-01T00:00:00Z');

  expect([openingBalance, closingBalance]).toEqual([0, accounts.body.data[0].balance.amount]);
});

test('a period without bookings has no entries', async () => {
  const empty = await read(`&from=${times.fourth}`);
  const none = await read(`&from=${times.second}&to=${times.second}`);

  expect([empty.data, empty.openingBalance]).toEqual([[], empty.closingBalance]);
  expect([none.data, none.openingBalance]).toEqual([[], none.closingBalance]);
});

test('RPC has the same statement', async () => {
  const [from, to] = [timestampFromDate(new Date(times.second)), timestampFromDate(new Date(times.third))];

  const { openingBalance, closingBalance, data } = await tenant
    .client(ReportService)
    .reportStatement({ accountId: payer.accountId, from, to });

  expect(closingBalance - openingBalance).toBe(66n);
  expect(data).toMatchObject([{ direction: EntryDirection.CREDIT, amount: 66n, balance: closingBalance }]);
});

test('an unknown account is not found', async () => {
  const unknown = 'InternalAccount:019b0000-0000-7000-8000-000000000000';

  const { status, body } = await tenant.rest('GET', `/reports/statements?accountId=${unknown}&from=${times.first}`);

  expect([status, body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('an id of another kind is refused', async () => {
  const { status, body } = await tenant.rest('GET', `/reports/statements?accountId=${payer.customerId}&from=${times.first}`);

  expect([status, body.details?.errors?.[0]?.field]).toEqual([400, 'accountId']);
});

test('the account of another platform is not found', async () => {
  const { status, body } = await world.rest('GET', `${statement}&from=${times.first}`);

  expect([status, body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test.each([
  ['a period that ends before it begins', () => `&from=${times.second}&to=${times.first}`, 'from'],
  ['an end in the future', () => `&from=${times.first}&to=2100-01-01T00:00:00Z`, 'to'],
  ['a missing beginning', () => '', 'from'],
  ['a forged cursor', () => `&from=${times.first}&cursor=MS4y`, 'cursor'],
])('%s is refused', async (_, query, field) => {
  const { status, body } = await tenant.rest('GET', `${statement}${query()}`);

  expect([status, body.code, body.details?.errors?.[0]?.field]).toEqual([400, 'INVALID_INPUT', field]);
});

test('the cursor of another account is refused', async () => {
  const { nextCursor } = await read(`&from=${times.first}&limit=1`);
  const { accountId } = await makePayer(tenant.rest, 1_000);

  const { status, body } = await tenant.rest(
    'GET',
    `/reports/statements?accountId=${accountId}&from=${times.first}&cursor=${nextCursor}`,
  );

  expect([status, body.details?.errors?.[0]?.field]).toEqual([400, 'cursor']);
});
