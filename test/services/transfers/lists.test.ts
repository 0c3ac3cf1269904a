// Lists of transactions: filters, pages, totals.
import { describe, expect, test } from 'vitest';
import {
  accountOf,
  execute,
  fund,
  newBank,
  newCustomer,
  newPayer,
  quote,
  sharedTransfers,
  transaction,
} from './transfers-world.ts';

const world = await sharedTransfers();
const tenant = await world.newPlatform();
const list = async (query: string, platform = tenant) => (await platform.rest('GET', `/transactions?${query}`)).body;
const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

/** Four transactions: a deposit, an open quote, a completed payment and a failed one. */
async function history() {
  const { customerId, accountId } = await newPayer(tenant, { amount: 10_000 });
  const [deposit] = ids(await list(`customerId=${customerId}`));
  const bank = await newBank(tenant, customerId, '111');
  const failing = await newBank(tenant, customerId, '002');
  const made = [];
  for (const destination of [bank, bank, failing]) {
    world.wall.advance(1_000);
    made.push((await quote(tenant, accountId, destination)).body);
  }
  const [open, completed, failed] = made;
  await execute(tenant, completed.id);
  await execute(tenant, failed.id);
  const all = [failed.transactionId, completed.transactionId, open.transactionId, deposit];
  return { customerId, accountId, bank, failing, all, deposit, open, completed, failed };
}

const past = await history();

test('a customer has their transactions, newest first, and the other way round', async () => {
  expect(ids(await list(`customerId=${past.customerId}`))).toEqual(past.all);
  expect(ids(await list(`customerId=${past.customerId}&sortOrder=asc`))).toEqual(past.all.toReversed());
});

const completed = await transaction(tenant, past.completed.transactionId);
const day = completed.createdAt.slice(0, 10);
const failed = await transaction(tenant, past.failed.transactionId);

describe('a filter', () => {
  const { customerId, accountId, bank } = past;
  const identifier = async () => {
    const { body } = await tenant.rest('GET', `/customers/external-accounts/${bank}`);
    return body.accountInfo.accountNumber;
  };

  test.each([
    ['by status', `status=PENDING`, [past.open.transactionId]],
    ['by another status', `status=FAILED`, [past.failed.transactionId]],
    ['by a status that is never set', `status=REFUNDED`, []],
    ['by type', `type=INCOMING`, [past.deposit]],
    ['by cards', `type=CARD`, []],
    ['by who sends', `senderAccountIdentifier=${accountId}`, past.all.slice(0, 3)],
    ['by who receives', `receiverAccountIdentifier=${accountId}`, [past.deposit]],
    ['by either end', `accountIdentifier=${accountId}`, past.all],
    ['by the receiving account', `accountIdentifier=${bank}`, past.all.slice(1, 3)],
    ['by reference', `reference=${completed.reconciliationInstructions.reference}`, [past.completed.transactionId]],
    ['by the reference of a refund', `reference=${failed.refund.reference}`, [past.failed.transactionId]],
    ['by a refund that there is not', `reference=${completed.reconciliationInstructions.reference}-REFUND`, []],
    ['by both ends of time', `startDate=${completed.createdAt}&endDate=${completed.createdAt}`, [past.completed.transactionId]],
    ['by the day of both ends', `startDate=${day}&endDate=${day}`, past.all],
    ['by the day before', 'endDate=2025-12-31', []],
    ['by the platform’s own id', `platformCustomerId=${completed.platformCustomerId}`, past.all],
    ['by an account that nobody has', 'accountIdentifier=nothing', []],
  ])('%s', async (_, query, expected) => {
    const body = await list(`customerId=${customerId}&${query}`);

    expect(ids(body)).toEqual(expected);
    expect(body.totalCount).toBe(expected.length);
  });

  test('by an account number', async () => {
    expect(ids(await list(`receiverAccountIdentifier=${await identifier()}`))).toEqual(past.all.slice(1, 3));
  });

  test('by an unknown customer finds nothing', async () => {
    expect(await list('customerId=Customer:01900000-0000-7000-8000-000000000000')).toEqual({
      data: [],
      hasMore: false,
      totalCount: 0,
    });
  });

  test('by the platform finds its own', async () => {
    const account = await accountOf(tenant, undefined);
    await fund(tenant, account, 100);

    const { data } = await list(`customerId=Platform:${tenant.id}`);

    expect(data).toMatchObject([{ type: 'INCOMING', customerId: `Platform:${tenant.id}` }]);
  });
});

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['cursor=nonsense', 'cursor'],
  ['customerId=nobody', 'customerId'],
  ['customerId=Quote:01900000-0000-7000-8000-000000000000', 'customerId'],
  ['status=DONE', 'status'],
  ['sortOrder=up', 'sortOrder'],
  ['startDate=yesterday', 'startDate'],
  ['startDate=2026-01-02T00:00:00Z&endDate=2026-01-01T00:00:00Z', 'startDate'],
])('a list with %s is refused', async (query, field) => {
  const body = await list(query);

  expect([body.code, body.details.errors[0].field]).toEqual(['INVALID_INPUT', field]);
});

test('pages follow each other without gaps and repeats, even with concurrent changes', async () => {
  const other = await world.newPlatform();
  const account = await accountOf(other, await newCustomer(other));
  for (let count = 0; count < 7; count++) await fund(other, account, 1 + count); // all in one millisecond
  const first = await list('limit=3', other);
  world.wall.advance(1);
  await fund(other, account, 100);

  const second = await list(`limit=3&cursor=${first.nextCursor}`, other);
  const third = await list(`limit=3&cursor=${second.nextCursor}`, other);

  expect([first.hasMore, second.hasMore, third.hasMore, third.nextCursor]).toEqual([true, true, false, undefined]);
  expect([first.totalCount, second.totalCount]).toEqual([7, 8]);
  const seen = [first, second, third].flatMap(ids);
  expect(new Set(seen).size).toBe(7);
  expect(seen).toHaveLength(7);
});

test("another platform's transaction is not found", async () => {
  const { status, body } = await world.rest('GET', `/transactions/${past.completed.transactionId}`);

  expect([status, body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
  expect((await list('', world)).totalCount).toBe(0);
});
