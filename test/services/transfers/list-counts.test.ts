// The total of a list of transactions is exact under every filter, before and after folding of counts, and while payments run.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { select } from '../../kit/books.ts';
import { accountOf, execute, fund, newBank, newPayer, quote, startTransfers } from './transfers-world.ts';

const world = await startTransfers();
const tenant = await world.newPlatform();

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly type: string;
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly createdAt: string;
  readonly source: { readonly accountId?: string };
  readonly destination: { readonly accountId?: string };
}

const list = async (query: string) => (await tenant.rest('GET', `/transactions?${query}`)).body;

/** The ids on all pages, and the total of each page. */
async function walk(query: Record<string, string>): Promise<{ found: Listed[]; totals: Set<number> }> {
  const found: Listed[] = [];
  const totals = new Set<number>();
  for (let cursor = {}; ; ) {
    const page = await list(new URLSearchParams({ ...query, ...cursor }).toString());
    found.push(...page.data);
    totals.add(page.totalCount);
    if (!page.hasMore) return { found, totals };
    cursor = { cursor: page.nextCursor };
  }
}

/** Over three days: deposits, successful and failed payments, expired and open quotes. */
async function history() {
  const payers = [await newPayer(tenant), await newPayer(tenant)];
  await fund(tenant, await accountOf(tenant, undefined), 500);
  const banks = await Promise.all(payers.map(({ customerId }) => newBank(tenant, customerId)));
  const failing = await Promise.all(payers.map(({ customerId }) => newBank(tenant, customerId, '002')));
  const pay = async (index: number, bank = banks[index]) => {
    const { body } = await quote(tenant, payers[index]?.accountId ?? '', bank ?? '');
    await execute(tenant, body.id);
  };
  const turn = async (index: number) => {
    await Promise.all([pay(index), pay(index), pay(index, failing[index]), world.settle()]);
    await quote(tenant, payers[index]?.accountId ?? '', banks[index] ?? '');
  };
  for (let day = 0; day < 3; day++) {
    await Promise.all([turn(0), turn(1)]);
    await tenant.advance(7 * 3600 + 400);
    await turn(day % 2);
    await tenant.advance(20 * 3600);
  }
  await Promise.all([turn(0), turn(1)]);
  return { payers, banks };
}

const past = await history();
const { found: listed } = await walk({ limit: '100' });

const passes = (query: Record<string, string>) => (one: Listed) => {
  const { customerId, platformCustomerId, accountIdentifier: account, status, type, startDate, endDate } = query;
  const ends = [one.source.accountId, one.destination.accountId];
  return (
    (customerId ?? one.customerId) === one.customerId &&
    (platformCustomerId ?? one.platformCustomerId) === one.platformCustomerId &&
    (account === undefined || ends.includes(account)) &&
    (status ?? one.status) === one.status &&
    (type ?? one.type) === one.type &&
    (startDate ?? one.createdAt) <= one.createdAt &&
    (endDate ?? one.createdAt) >= one.createdAt
  );
};

const some = listed.map(({ createdAt }) => createdAt);
const hours = some.map((time) => `${time.slice(0, 13)}:00:00.000Z`);
const days = some.map((time) => `${time.slice(0, 10)}T00:00:00.000Z`);
const time = fc.constantFrom(...new Set([...some, ...hours, ...days]));
const filters = fc
  .record(
    {
      customerId: fc.constantFrom(...new Set(listed.map(({ customerId }) => customerId))),
      platformCustomerId: fc.constantFrom(...new Set(listed.map(({ platformCustomerId }) => platformCustomerId))),
      accountIdentifier: fc.constantFrom(...past.payers.map(({ accountId }) => accountId), ...past.banks),
      status: fc.constantFrom('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED', 'REJECTED'),
      type: fc.constantFrom('INCOMING', 'OUTGOING', 'CARD'),
      startDate: time,
      endDate: time,
      limit: fc.constantFrom('4', '100'),
      sortOrder: fc.constantFrom('asc', 'desc'),
    },
    { requiredKeys: ['limit'] },
  )
  .filter(({ startDate = '', endDate = startDate }) => startDate <= endDate);

test.each(['as they are', 'once all is folded'])(
  'pages contain all matches, and the total is their number, with the counts %s',
  async (state) => {
    if (state !== 'as they are') await world.settle();

    await fc.assert(
      fc.asyncProperty(filters, async (query) => {
        const { found, totals } = await walk(query);

        const expected = listed.filter(passes(query)).map(({ id }) => id);
        if (query.sortOrder === 'asc') expected.reverse();
        expect([[...totals], found.map(({ id }) => id)]).toEqual([[expected.length], expected]);
      }),
      { numRuns: 80 },
    );
  },
);

test('the history has transactions of each status', () => {
  const statuses = new Set(listed.map(({ status }) => status));

  expect([...statuses].toSorted()).toEqual(['COMPLETED', 'EXPIRED', 'FAILED', 'PENDING']);
});

test('folding leaves no pending change behind, and no empty counter', async () => {
  world.wall.advance(1_000); // the interval of the sweep
  await world.settle();

  const left = await select(world.databaseUrl, 'select was from transfers.transaction_count_change');
  const empty = await select(world.databaseUrl, 'select status from transfers.transaction_count where count = 0');
  expect([left, empty]).toEqual([[], []]);
});

test('totals neither miss answered payments nor count missing ones, during payments and folding', async () => {
  const { accountId, customerId } = await newPayer(tenant);
  const bank = await newBank(tenant, customerId);
  const before: number = (await list(`customerId=${customerId}`)).totalCount;
  const total = async (more = '') => (await list(`customerId=${customerId}&type=OUTGOING${more}`)).totalCount;
  let [begun, answered] = [0, 0];
  const pay = async () => {
    begun += 1;
    const { body } = await quote(tenant, accountId, bank);
    await execute(tenant, body.id);
    answered += 1;
  };
  const look = async () => {
    const atLeast = answered;
    const [seen, completed] = [await total(), await total('&status=COMPLETED')];
    expect(seen).toBeGreaterThanOrEqual(atLeast);
    expect(seen).toBeLessThanOrEqual(begun);
    expect(completed).toBeGreaterThanOrEqual(atLeast);
  };

  for (let round = 0; round < 4; round++)
    await Promise.all([pay(), look(), pay(), world.settle(), pay(), look(), world.settle(), look()]);

  expect([await total(), await total('&status=COMPLETED'), (await list(`customerId=${customerId}`)).totalCount]).toEqual([
    12,
    12,
    before + 12,
  ]);
});
