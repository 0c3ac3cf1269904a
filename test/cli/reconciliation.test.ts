// Rows of a settlement file and entries of the ledger with the same reference.
import { expect, test } from 'vitest';
import { compare, type Entry, type Row } from '../../tools/payments/ops/reconciliation.ts';

type Money = `${'IN' | 'OUT'} ${number} ${string}`;

const movement = (money: Money) => {
  const [direction, amount = '', currency = ''] = money.split(' ');
  return { reference: 'one', direction: direction as 'IN' | 'OUT', amount: BigInt(amount), currency, at: 0 };
};
const row = (money: Money, index: number): Row => ({ ...movement(money), line: index + 2 });
const entry = (money: Money, index: number, step = `STEP ${index + 1}`): Entry => ({
  ...movement(money),
  platform: 'platform',
  transaction: 'transaction',
  step,
});

/** `DIFFERENCE line step` */
const shown = (rows: readonly Money[], entries: readonly Entry[]) =>
  compare({ rows: rows.map(row), entries }).map(
    ({ difference = 'EQUAL', row: own, entry: booked }) => `${difference} ${own?.line ?? '-'} ${booked?.step ?? '-'}`,
  );

test.each<[string, readonly Money[], readonly Money[], readonly string[]]>([
  ['a payout and its return', ['IN 5 USD', 'OUT 5 USD'], ['OUT 5 USD', 'IN 5 USD'], ['EQUAL 2 STEP 2', 'EQUAL 3 STEP 1']],
  ['two entries that are alike', ['IN 5 USD', 'IN 5 USD'], ['IN 5 USD', 'IN 5 USD'], ['EQUAL 2 STEP 1', 'EQUAL 3 STEP 2']],
  ['a row too many', ['IN 5 USD', 'IN 5 USD'], ['IN 5 USD'], ['EQUAL 2 STEP 1', 'DUPLICATE_IN_FILE 3 -']],
  ['rows that no entry explains', ['IN 5 USD', 'IN 5 USD'], [], ['DUPLICATE_IN_FILE 3 -', 'MISSING_IN_LEDGER 2 -']],
  [
    'a row that repeats another, and an entry without a row',
    ['IN 5 USD', 'IN 5 USD'],
    ['IN 5 USD', 'IN 4 USD'],
    ['EQUAL 2 STEP 1', 'DUPLICATE_IN_FILE 3 -', 'MISSING_IN_FILE - STEP 2'],
  ],
  [
    'an equal pair before a similar one',
    ['IN 4 USD', 'IN 5 USD'],
    ['IN 5 USD', 'IN 6 USD'],
    ['EQUAL 3 STEP 1', 'AMOUNT 2 STEP 2'],
  ],
  ['another currency and amount', ['IN 4 EUR'], ['IN 5 USD'], ['CURRENCY 2 STEP 1']],
  ['another direction', ['OUT 5 USD'], ['IN 5 USD'], ['DIRECTION 2 STEP 1']],
  ['nothing in common', ['OUT 4 USD'], ['IN 5 USD'], ['MISSING_IN_LEDGER 2 -', 'MISSING_IN_FILE - STEP 1']],
])('%s', (_, rows, entries, expected) => {
  expect(
    shown(
      rows,
      entries.map((money, index) => entry(money, index)),
    ),
  ).toEqual(expected);
});

const seen = entry('IN 5 USD', 0, 'IN_SEEN');
const unseen = entry('OUT 5 USD', 1, 'IN_UNSEEN');
const funded = entry('IN 5 USD', 2, 'FUND');
const returned = entry('OUT 5 USD', 3, 'REFUND_DONE');

test.each<[string, readonly Money[], readonly Entry[], readonly string[]]>([
  ['a refused deposit that the rail never had', [], [seen, unseen], []],
  ['one that it had and returned', ['IN 5 USD', 'OUT 5 USD'], [seen, unseen], ['EQUAL 2 IN_SEEN', 'EQUAL 3 IN_UNSEEN']],
  [
    'money that is booked elsewhere, then returned',
    ['IN 5 USD', 'OUT 5 USD'],
    [seen, unseen, funded, returned],
    ['EQUAL 2 IN_SEEN', 'EQUAL 3 REFUND_DONE'],
  ],
  ['a reversal of what was booked before the period', [], [unseen], ['MISSING_IN_FILE - IN_UNSEEN']],
])('%s', (_, rows, entries, expected) => {
  expect(shown(rows, entries)).toEqual(expected);
});
