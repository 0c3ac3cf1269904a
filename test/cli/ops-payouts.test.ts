// Totals of payouts, as the operator prints them.
import { expect, test } from 'vitest';
import { makePayer, makeQuote, makeSlowPayee } from '../kit/payments.ts';
import { startOps } from './ops-world.ts';

const { world, operator, ofPlatform } = await startOps();

test('payouts are printed as CSV by day, rail, currency and outcome, or as JSON lines', async () => {
  const { customerId, accountId } = await makePayer(world.rest);
  const quote = await makeQuote(world.rest, { from: accountId, to: await makeSlowPayee(world.rest, customerId) });
  await world.rest('POST', `/quotes/${quote.id}/execute`);
  await world.settle();

  const { code, out } = await operator.run('report', 'payouts', ...ofPlatform);
  const lines = await operator.json('report', 'payouts', ...ofPlatform, '--from', '2026-01-01T00:00:00Z');
  const none = await operator.json('report', 'payouts', ...ofPlatform, '--to', '2025-01-01T00:00:00Z');

  const day = world.wall.now().toISOString().slice(0, 10);
  const amount = `${quote.totalReceivingAmount}`;
  expect([code, out]).toEqual([0, `day,rail,currency,outcome,count,amount\r\n${day},RTP,USD,SENT,1,${amount}\r\n`]);
  expect(lines).toEqual([{ day, rail: 'RTP', currency: 'USD', outcome: 'SENT', count: '1', amount }]);
  expect(none).toEqual([]);
});
