// Payments beyond a cap: refused before their customer gets a challenge.
import { expect, test } from 'vitest';
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { authorizingIn } from './authorized-payments.ts';
import { sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { newPayer, newQuote, execute, authorize } = authorizingIn(world);

test.each([
  { name: 'one transaction', caps: { singleMax: 999n }, refusal: [400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED'] },
  { name: 'a day', caps: { dailyMax: 999n }, refusal: [429, 'DAILY_VOLUME_LIMIT_EXCEEDED'] },
])('an execution over the cap of $name needs no proof', async ({ caps, refusal }) => {
  await limit({});
  const { body: quote } = await newQuote(await newPayer());
  await limit(caps);

  const refused = await execute(quote.id);

  expect([refused.status, refused.body.code]).toEqual(refusal);
  expect((await world.rest('GET', `/quotes/${quote.id}`)).body.status).toBe('PENDING');
  expect(await world.eventTypes(quote.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING']);
  expect(await authorize(quote.id)).toMatchObject({ status: 409, body: { details: { reason: 'NO_OPEN_CHALLENGE' } } });
  await limit({});
  expect((await execute(quote.id)).body.status).toBe('PENDING_AUTHORIZATION');
});

test('nor does a quote with immediate execution; it leaves nothing behind', async () => {
  const payer = await newPayer();
  await limit({ dailyMax: 999n });

  const refused = await newQuote(payer, { immediatelyExecute: true });

  const details = { limit: 999, used: 0, requested: 1_000, currency: 'EUR' };
  expect(refused).toMatchObject({ status: 429, body: { code: 'DAILY_VOLUME_LIMIT_EXCEEDED', details } });
  expect((await world.rest('GET', `/transactions?customerId=${payer.customerId}&type=OUTGOING`)).body.totalCount).toBe(0);
});

test('a cap is checked before the balance, and a check counts nothing', async () => {
  await limit({ dailyMax: 1_000n });
  const { body: poor } = await newQuote(await newPayer({ amount: 10 }), { lockedCurrencyAmount: 1_001 });
  const { body: fitting } = await newQuote(await newPayer());

  const [overBoth, first] = [await execute(poor.id), await execute(fitting.id)];

  expect([overBoth.status, overBoth.body.code]).toEqual([429, 'DAILY_VOLUME_LIMIT_EXCEEDED']);
  expect(first.body.status).toBe('PENDING_AUTHORIZATION');
  expect((await authorize(fitting.id)).body.status).toBe('COMPLETED');
});

test('a cap used up while the proof is awaited holds the payment back, and the proof can be repeated', async () => {
  await limit({});
  const { body: quote } = await newQuote(await newPayer());
  await execute(quote.id);
  await limit({ dailyMax: 999n });

  const refused = await authorize(quote.id);
  const shown = await world.rest('GET', `/quotes/${quote.id}`);
  await limit({});
  world.wall.advance(1_000);
  const authorized = await authorize(quote.id);

  expect(refused).toMatchObject({ status: 429, body: { code: 'DAILY_VOLUME_LIMIT_EXCEEDED' } });
  expect([shown.body.status, authorized.body.status]).toEqual(['PENDING_AUTHORIZATION', 'COMPLETED']);
});

async function limit(caps: { singleMax?: bigint; dailyMax?: bigint }): Promise<void> {
  await world.internal(VolumeLimitService).setVolumeLimit({ sendingCurrency: 'EUR', receivingCurrency: 'EUR', ...caps });
}
