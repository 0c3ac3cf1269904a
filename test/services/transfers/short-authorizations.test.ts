// Payments without enough money at the last proof: they fail, and nothing has moved.
import { expect, test } from 'vitest';
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { dieAt } from '../../kit/death.ts';
import { balancesOf, fund } from '../../kit/payments.ts';
import { authorizingIn } from './authorized-payments.ts';
import { deathsIn } from './dying-process.ts';
import { findings, startTransfers, steps } from './transfers-world.ts';

const world = await startTransfers();
const { newPayer, newQuote, execute, authorize, transactionOf, waiting } = authorizingIn(world);
const { recover } = deathsIn(world);

/** A payment of 1,000 that waits, and another one of the same customer that has left 500 in the meantime. */
async function overdrawn() {
  const payer = await newPayer();
  const short = await waiting(payer);
  const { body: other } = await newQuote(payer, { lockedCurrencyAmount: 9_500 });
  await execute(other.id);
  expect((await authorize(other.id)).body.status).toBe('COMPLETED');
  return short;
}

const eventTypes = ['PENDING', 'PENDING_AUTHORIZATION', 'FAILED'].map((type) => `OUTGOING_PAYMENT.${type}`);

async function expectFailed({ id, transactionId, payer }: Awaited<ReturnType<typeof overdrawn>>): Promise<void> {
  const transaction = await transactionOf(transactionId);
  expect(transaction).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
  expect(transaction).not.toHaveProperty('refund');
  expect((await world.rest('GET', `/quotes/${id}`)).body.status).toBe('FAILED');
  expect(await world.eventTypes(transactionId)).toEqual(eventTypes);
  expect(await steps(world, transactionId)).toEqual([]);
  expect(await balancesOf(world.rest, payer)).toEqual({ available: 500, total: 500 });
  expect(await findings(world)).toEqual([]);
}

test('the last proof of a payment fails it if the balance is too low by then', async () => {
  const short = await overdrawn();

  const authorized = await authorize(short.id);

  expect([authorized.status, authorized.body.status]).toEqual([200, 'FAILED']);
  expect(authorized.body).not.toHaveProperty('scaChallenge');
  await expectFailed(short);
  world.wall.advance(1_000);
  expect(await authorize(short.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await execute(short.id)).toMatchObject({ status: 409, body: { details: { reason: 'QUOTE_ALREADY_EXECUTED' } } });
});

test('so does the job that takes over from a dead process', async () => {
  const short = await overdrawn();
  dieAt('execution begun');
  const died = await authorize(short.id);

  await recover();

  expect(died.status).toBe(500);
  await expectFailed(short);
});

test('a payment failed for lack of money counts toward no daily cap', async () => {
  const corridor = { sendingCurrency: 'EUR', receivingCurrency: 'EUR' };
  const limits = world.internal(VolumeLimitService);
  await limits.setVolumeLimit({ ...corridor, dailyMax: 10_500n });
  const short = await overdrawn();
  await authorize(short.id);

  await fund(world.rest, short.payer.accountId, 500);
  const next = await waiting(short.payer);
  world.wall.advance(1_000);

  expect((await authorize(next.id)).body.status).toBe('COMPLETED');
  await limits.setVolumeLimit(corridor);
});
