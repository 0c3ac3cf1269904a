// The settlement file of a rail, compared with the ledger.
import { expect, test } from 'vitest';
import { csvOf, type SettlementRow, startSettledDay } from './settled-day.ts';

const { world, operator, ofPlatform, rows, from, day, deposit, fileOf, run, reconciled } = await startSettledDay();
const all = Object.values(rows);

const ledgerOf = ({ direction, amount, currency }: SettlementRow) => ({
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

test.each<[string, readonly SettlementRow[], Readonly<Record<string, unknown>>]>([
  [
    'MISSING_IN_FILE',
    all.filter((row) => row !== rows.returned),
    { reference: rows.returned.reference, ...ledgerOf(rows.returned), step: 'REVERSE', platform: world.id },
  ],
  [
    'MISSING_IN_LEDGER',
    [...all, { ...rows.deposited, reference: 'deposit 2' }],
    { reference: 'deposit 2', line: '7', direction: 'IN', amount: '700', currency: 'USD', settledAt: from },
  ],
  ['DUPLICATE_IN_FILE', [...all, rows.pull], { reference: rows.pull.reference, line: '7', amount: '2500' }],
  [
    'AMOUNT',
    all.map((row) => (row === rows.deposited ? { ...row, amount: 699 } : row)),
    { reference: 'deposit 1', line: '5', amount: '699', ...ledgerOf(rows.deposited), step: 'IN_SEEN' },
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
  const file = fileOf(csvOf([{ ...rows.deposited, amount: 701 }]));
  const { code, out } = await operator.run('reconcile', 'ACH', '--file', file, ...day, ...ofPlatform);

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
  const [before, after] = [-1, 1].map((hours) => new Date(new Date(from).getTime() + hours * 3_600_000).toISOString());
  const settled_at = String(after);
  const early = { ...rows.deposited, reference: 'another day', settled_at: String(before) };

  const sameDay = await reconciled([...all, early]);
  const next = await reconciled([{ ...rows.pull, settled_at }], '--from', settled_at);
  const strict = await reconciled([{ ...rows.pull, settled_at }], '--from', settled_at, '--margin', '1m');

  expect([sameDay.code, sameDay.differences]).toEqual([0, []]);
  expect([next.code, next.err]).toEqual([0, expect.stringContaining('1 rows of the file and 1 entries')]);
  expect(strict.differences).toEqual([expect.objectContaining({ difference: 'MISSING_IN_LEDGER' })]);
});

test('without a platform, those of production are compared', async () => {
  const tenant = await world.newPlatform({ environment: 'production' });
  await world.settle();
  const { body } = await tenant.rest('GET', '/platform/internal-accounts?currency=USD');
  await deposit(tenant, 'of production', body.data[0].id);

  const { code, differences } = await run(csvOf([{ ...rows.deposited, reference: 'of production' }, rows.deposited]));

  expect(differences).toEqual([expect.objectContaining({ difference: 'MISSING_IN_LEDGER', reference: 'deposit 1' })]);
  expect(code).toBe(1);
});

test('columns may have any order, cells quotes, and lines the ends of Windows', async () => {
  const { reference, amount } = rows.deposited;
  const time = from.replace('Z', '+00:00');
  const text = `\uFEFFcurrency,settled_at,amount,"reference",direction\r\nUSD,${time},${amount},"${reference}",IN\r\n`;

  const { differences, records } = await run(text, ...ofPlatform);

  expect(new Set(differences.map(({ difference }) => difference))).toEqual(new Set(['MISSING_IN_FILE']));
  expect(records).toContainEqual(expect.objectContaining({ record: 'SUM', direction: 'IN', currency: 'USD', amount: '700' }));
});
