// Settlement files that are wrong. The command refuses them before it calls the platform.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { operatorWith } from '../kit/operator.ts';

const operator = operatorWith({ OPS_TOKEN: 'token', OPS_URL: 'http://127.0.0.1:1' });
const folder = mkdtempSync(join(tmpdir(), 'settlements-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [noon, end] = ['2026-11-01T12:00:00Z', '2026-11-02T12:00:00Z'];
const day = ['--from', noon, '--to', end];
const header = 'reference,direction,amount,currency,settled_at';
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
  const file = join(folder, 'settlement.csv');
  writeFileSync(file, text);

  const { code, out, err } = await operator.run('reconcile', 'ACH', '--file', file, ...day);

  expect([code, out, err]).toEqual([1, '', expect.stringContaining(message)]);
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
