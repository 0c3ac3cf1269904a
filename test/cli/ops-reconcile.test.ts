// The settlement file of a rail, compared with the ledger.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AccountDepositState, RailReportService } from '../../gen/payments/transfers/v1/rail_report_pb.ts';
import { uuidIn } from '../../services/kit/core/ids.ts';
import type { Ran } from '../kit/operator.ts';
import { makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import type { Tenant } from '../kit/platform.ts';
import { newBank } from '../services/transfers/transfers-world.ts';
import { startOps } from './ops-world.ts';

const { world, operator, ofPlatform } = await startOps();
const dayMs = 86_400_000;
const header = 'reference,direction,amount,currency,settled_at';

interface Row {
  readonly reference: string;
  readonly direction: 'IN' | 'OUT';
  readonly amount: number;
  readonly currency: string;
  readonly settled_at: string;
}

const { customerId, accountId } = await makePayer(world.rest, 100_000, ['USD']);
world.wall.advance(10 * dayMs);
const noon = world.wall.now().toISOString();
const settled = { settled_at: noon, currency: 'GBP' };

/** Through the rails of a day: a payout, a payout that is returned, a deposit, and a pull. */
const rows: Readonly<Record<'payout' | 'sent' | 'returned' | 'deposit' | 'pull', Row>> = await (async () => {
  const payout = await pay('911');
  const sent = await pay('005');
  world.wall.advance(60_000);
  await world.settle();
  await deposit(world, 'deposit 1', accountId);
  const from = await newBank(world, customerId, '999');
  const transfer = { source: { accountId: from }, destination: { accountId }, amount: 2_500 };
  const { status, body: pulled } = await world.rest('POST', '/transfer-in', { body: transfer });
  expect(status, JSON.stringify(pulled)).toBe(201);
  await world.settle();
  world.wall.advance(60_000);
  await world.settle();
  return {
    payout,
    sent,
    returned: { ...sent, direction: 'IN' },
    deposit: { ...settled, reference: 'deposit 1', direction: 'IN', amount: 700, currency: 'USD' },
    pull: { ...settled, reference: uuidIn(pulled.id), direction: 'IN', amount: 2_500, currency: 'USD' },
  };
})();
const all = Object.values(rows);
const end = new Date(new Date(noon).getTime() + dayMs).toISOString();

async function pay(suffix: string): Promise<Row> {
  const quote = await makeQuote(world.rest, { from: accountId, to: await makePayee(world.rest, customerId, suffix) });
  expect((await world.rest('POST', `/quotes/${quote.id}/execute`)).status).toBe(200);
  await world.settle();
  return { ...settled, reference: uuidIn(quote.transactionId), direction: 'OUT', amount: quote.totalReceivingAmount };
}

async function deposit(tenant: Tenant, depositId: string, account: string): Promise<void> {
  const money = { depositId, accountId: account, rail: 'ACH', currency: 'USD', amount: 700n };
  await tenant.internal(RailReportService).reportAccountDeposit({ ...money, state: AccountDepositState.CLEARED });
}

const columns = ['reference', 'direction', 'amount', 'currency', 'settled_at'] as const;
const lineOf = (row: Row) => `${columns.map((column) => row[column]).join(',')}\n`;
const csv = (lines: readonly Row[]) => `${header}\n${lines.map(lineOf).join('')}`;

function fileOf(text: string): string {
  const file = join(world.dataDir, 'settlement.csv');
  writeFileSync(file, text);
  return file;
}

const day = ['--from', noon, '--to', end];
const command = (text: string, ...more: readonly string[]) =>
  operator.run('reconcile', 'FASTER_PAYMENTS', 'ACH', '--file', fileOf(text), ...day, '--json', ...more);

async function reconciled(lines: readonly Row[], ...more: readonly string[]) {
  const { code, out, err } = await command(csv(lines), ...ofPlatform, ...more);
  const records = recordsIn({ out });
  return { code, err, differences: records.filter(({ record }) => record === 'DIFFERENCE'), records };
}

const recordsIn = ({ out }: Pick<Ran, 'out'>): Record<string, string>[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const ledgerOf = ({ direction, amount, currency }: Row) => ({
  ledgerDirection: direction,
  ledgerAmount: `${amount}`,
  ledgerCurrency: currency,
});

test('a file that agrees with the ledger has no differences, and the sums are printed', async () => {
  const { code, err, records } = await reconciled(all);

  const sum = (direction: string, amount: number, currency: string) => ({
    record: 'SUM',
    direction,
    amount: `${amount}`,
    currency,
    ledgerDirection: direction,
    ledgerAmount: `${amount}`,
    ledgerCurrency: currency,
  });
  const { payout, sent, returned } = rows;
  expect([code, err]).toEqual([0, '5 rows of the file and 5 entries of the ledger were compared: no differences.\n']);
  expect(records).toEqual([
    sum('IN', returned.amount, 'GBP'),
    sum('OUT', payout.amount + sent.amount, 'GBP'),
    sum('IN', 3_200, 'USD'),
  ]);
});

test.each<[string, readonly Row[], Readonly<Record<string, unknown>>]>([
  [
    'MISSING_IN_FILE',
    all.filter((row) => row !== rows.returned),
    { reference: rows.returned.reference, ...ledgerOf(rows.returned), step: 'REVERSE', platform: world.id },
  ],
  [
    'MISSING_IN_LEDGER',
    [...all, { ...rows.deposit, reference: 'deposit 2' }],
    { reference: 'deposit 2', line: '7', direction: 'IN', amount: '700', currency: 'USD', settledAt: noon },
  ],
  ['DUPLICATE_IN_FILE', [...all, rows.pull], { reference: rows.pull.reference, line: '7', amount: '2500' }],
  [
    'AMOUNT',
    all.map((row) => (row === rows.deposit ? { ...row, amount: 699 } : row)),
    { reference: 'deposit 1', line: '5', amount: '699', ...ledgerOf(rows.deposit), step: 'IN_SEEN' },
  ],
  [
    'CURRENCY',
    all.map((row) => (row === rows.pull ? { ...row, currency: 'EUR' } : row)),
    { reference: rows.pull.reference, line: '6', currency: 'EUR', ...ledgerOf(rows.pull) },
  ],
  [
    'DIRECTION',
    all.map((row) => (row === rows.payout ? { ...row, direction: 'IN' } : row)),
    { reference: rows.payout.reference, line: '2', direction: 'IN', ...ledgerOf(rows.payout), step: 'SETTLE' },
  ],
])('%s is listed', async (difference, lines, expected) => {
  const { code, err, differences } = await reconciled(lines);

  expect(differences).toEqual([expect.objectContaining({ record: 'DIFFERENCE', difference, ...expected })]);
  expect([code, err]).toEqual([1, expect.stringContaining(': 1 differences.')]);
});

test('differences are printed as CSV, too, and explain the differences between the sums', async () => {
  const { code, out } = await operator.run(
    ...['reconcile', 'ACH', '--file', fileOf(csv([{ ...rows.deposit, amount: 701 }])), ...day, ...ofPlatform],
  );

  const [head, ...lines] = out.split('\r\n').slice(0, -1);
  expect(code).toBe(1);
  expect(head).toBe(
    'record,difference,reference,line,direction,amount,currency,settledAt,ledgerDirection,ledgerAmount,ledgerCurrency,bookedAt,platform,transaction,step',
  );
  expect(lines.toSorted()).toEqual([
    expect.stringMatching(/^DIFFERENCE,AMOUNT,deposit 1,2,IN,701,USD,.*,IN,700,USD,.*,Transaction:[^,]+,IN_SEEN$/),
    expect.stringMatching(/^DIFFERENCE,MISSING_IN_FILE,.*,IN,2500,USD,/),
    'SUM,,,,IN,701,USD,,IN,3200,USD,,,,',
  ]);
});

test('rows and entries outside of the period find their counterparts, and are not reported', async () => {
  const before = new Date(new Date(noon).getTime() - 3_600_000).toISOString();
  const after = new Date(new Date(noon).getTime() + 3_600_000).toISOString();
  const early = { ...rows.deposit, reference: 'another day', settled_at: before };
  const ofTheNextHour = ['--from', after, '--to', end];

  const sameDay = await reconciled([...all, early]);
  const next = await reconciled([{ ...rows.pull, settled_at: after }], ...ofTheNextHour);
  const strict = await reconciled([{ ...rows.pull, settled_at: after }], ...ofTheNextHour, '--margin', '1m');

  expect([sameDay.code, sameDay.differences]).toEqual([0, []]);
  expect([next.code, next.err]).toEqual([0, expect.stringContaining('1 rows of the file and 1 entries')]);
  expect(strict.differences).toEqual([expect.objectContaining({ difference: 'MISSING_IN_LEDGER' })]);
});

test('without a platform, those of production are compared', async () => {
  const tenant = await world.newPlatform({ environment: 'production' });
  await world.settle();
  const { body } = await tenant.rest('GET', '/platform/internal-accounts?currency=USD');
  await deposit(tenant, 'of production', body.data[0].id);

  const { code, out } = await command(csv([{ ...rows.deposit, reference: 'of production' }, rows.deposit]));

  const found = recordsIn({ out }).filter(({ record }) => record === 'DIFFERENCE');
  expect(found).toEqual([expect.objectContaining({ difference: 'MISSING_IN_LEDGER', reference: 'deposit 1' })]);
  expect(code).toBe(1);
});

const good = `a,IN,1,USD,${noon}`;
test.each([
  ['an empty file', '', 'is empty. Its first line must name the columns'],
  ['a header with an unknown column', `${header},fee\n`, 'Line 1: the columns are reference,direction,'],
  ['a header without a column', 'reference,direction,amount,currency\n', 'Line 1: the columns are'],
  ['a header with a column twice', `${header.replace('currency', 'amount')}\n`, 'Line 1: the columns are'],
  ['a row without a reference', `${header}\n${good}\n,IN,1,USD,${noon}\n`, 'Line 3: reference must not be empty.'],
  ['another direction', `${header}\n${good}\na,in,1,USD,${noon}\n`, 'Line 3: direction is "in", but must be IN or OUT.'],
  ['an amount with decimals', `${header}\na,IN,1.50,USD,${noon}\n`, 'Line 2: amount is "1.50", but must be a whole number'],
  ['a negative amount', `${header}\na,IN,-1,USD,${noon}\n`, 'Line 2: amount is "-1"'],
  ['an amount of zero', `${header}\na,IN,0,USD,${noon}\n`, 'Line 2: amount is "0"'],
  ['another code', `${header}\na,IN,1,dollars,${noon}\n`, 'Line 2: currency is "dollars"'],
  ['a day that does not exist', `${header}\na,IN,1,USD,2026-02-30T00:00:00Z\n`, 'Line 2: settled_at is "2026-02-30T00:00:00Z"'],
  ['a row with fewer cells', `${header}\n${good}\na,IN,1,USD\n`, 'Line 3: the row has another number of cells'],
  ['an open quote', `${header}\n${good}\n"a,IN,1,USD,${noon}\n`, 'the row has another number of cells than the header'],
])('%s is refused, and nothing is printed', async (_, text, message) => {
  const { code, out, err } = await command(text, ...ofPlatform);

  expect([code, out, err]).toEqual([1, '', expect.stringContaining(message)]);
});

test('columns may have any order, cells quotes, and lines the ends of Windows', async () => {
  const { reference, amount } = rows.deposit;
  const text = `\uFEFFcurrency,settled_at,amount,"reference",direction\r\nUSD,${noon.replace('Z', '+00:00')},${amount},"${reference}",IN\r\n`;

  const { out } = await command(text, ...ofPlatform);

  expect(recordsIn({ out }).filter(({ difference }) => difference === 'MISSING_IN_LEDGER')).toEqual([]);
  expect(out).toContain(`"amount":"700"`);
});

test.each([
  ['a file that does not exist', ['ACH', '--file', 'none.csv', ...day], 'none.csv cannot be read (ENOENT).', 1],
  ['no file', ['ACH', ...day], 'Pass --file.', 2],
  ['no rail', ['--file', 'none.csv', ...day], 'rail', 2],
  ['a period that ends before it begins', ['ACH', '--file', 'none.csv', '--from', end, '--to', noon], '--from must be', 2],
])('%s is refused', async (_, args, message, exitCode) => {
  const { code, err } = await operator.run('reconcile', ...args);

  expect([code, err]).toEqual([exitCode, expect.stringContaining(message)]);
});
