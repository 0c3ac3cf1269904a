// The reports of operators, as files.
import { expect, test } from 'vitest';
import { csvLine } from '../../tools/payments/ops/csv.ts';
import { makePayer } from '../kit/payments.ts';
import { startOps } from './ops-world.ts';

const { world, operator, ofPlatform } = await startOps();
const { accountId } = await makePayer(world.rest, 12_345, ['USD']);
await world.settle();

test('journals are printed as CSV, a line per leg, or as JSON lines', async () => {
  const { code, out } = await operator.run('report', 'journals', ...ofPlatform);
  const legs = await operator.json('report', 'journals', ...ofPlatform, '--from', '2026-01-01T00:00:00Z');
  const none = await operator.json('report', 'journals', ...ofPlatform, '--to', '2025-01-01T00:00:00Z');

  const [head, ...lines] = out.split('\r\n').slice(0, -1);
  expect([code, head]).toEqual([0, 'bookedAt,journal,transaction,step,account,part,currency,amount']);
  expect(lines).toEqual(legs.map((leg) => csvLine(Object.values(leg as Record<string, string>)).trimEnd()));
  expect(legs).toContainEqual(
    expect.objectContaining({ account: accountId, part: 'AVAILABLE', currency: 'USD', amount: '12345' }),
  );
  expect(none).toEqual([]);
});

test('balances are printed as CSV', async () => {
  const { code, out } = await operator.run('report', 'balances', ...ofPlatform);

  expect([code, out.split('\r\n')[0]]).toEqual([0, 'at,account,currency,available,held,pendingIn']);
  expect(out).toContain(`,${accountId},USD,12345,0,0\r\n`);
});

test('a time that is not one is refused', async () => {
  const { code, err } = await operator.run('report', 'balances', ...ofPlatform, '--at', 'noon');

  expect([code, err]).toEqual([2, expect.stringContaining('"noon" must be an RFC 3339 time.')]);
});

test('cells with separators are quoted', () => {
  expect(csvLine(['a,b', 'say "hi"', 'c\nd', 'e'])).toBe('"a,b","say ""hi""","c\nd",e\r\n');
});
