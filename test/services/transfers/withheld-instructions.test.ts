// Payment instructions of a payment that a customer authorizes: shown after the last proof, and never before or without it.
import { expect, test } from 'vitest';
import { quoteBody } from '../../kit/payments.ts';
import { authorizingIn } from './authorized-payments.ts';
import { sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { newPayer, authorize, transactionOf } = authorizingIn(world);

/** A quote funded from outside, waiting for its customer. */
async function pushed() {
  const { customerId, accountId } = await newPayer();
  const source = { sourceType: 'REALTIME_FUNDING', customerId, currency: 'EUR' };
  const { body } = await world.rest('POST', '/quotes', { body: { ...quoteBody({ from: accountId, to: accountId }), source } });
  expect(body.status).toBe('PENDING_AUTHORIZATION');
  return body;
}

/** The content of each webhook of a payment: its type, its status, and the number of payment instructions. */
async function eventTypesOf(transactionId: string) {
  const bodies = (await world.bodies()).filter(({ resource }) => resource === transactionId);
  return bodies.map(({ type, data }) => [type, data.status, data.paymentInstructions?.length ?? 0]);
}

const before = [
  ['OUTGOING_PAYMENT.PENDING', 'PENDING', 0],
  ['OUTGOING_PAYMENT.PENDING_AUTHORIZATION', 'PENDING_AUTHORIZATION', 0],
];

test('no webhook has payment instructions before the proof', async () => {
  const { transactionId } = await pushed();

  expect(await eventTypesOf(transactionId)).toEqual(before);
  expect(await transactionOf(transactionId)).not.toHaveProperty('paymentInstructions');
});

test('the proof opens the quote, and a webhook has payment instructions', async () => {
  const { id, transactionId } = await pushed();

  const open = await authorize(id);

  expect([open.body.status, open.body.paymentInstructions.length]).toEqual(['PENDING', 1]);
  expect(await eventTypesOf(transactionId)).toEqual([...before, ['OUTGOING_PAYMENT.PENDING', 'PENDING', 1]]);
  expect((await transactionOf(transactionId)).paymentInstructions).toEqual(open.body.paymentInstructions);
});

test('a funded quote continues after it was opened, each event with the next version', async () => {
  const { id, transactionId } = await pushed();
  await authorize(id);

  const paid = await world.rest('POST', '/sandbox/send', { body: { quoteId: id, currencyCode: 'EUR' } });

  expect([paid.status, paid.body.status]).toEqual([200, 'COMPLETED']);
  expect(await world.eventTypes(transactionId)).toEqual(
    ['PENDING', 'PENDING_AUTHORIZATION', 'PENDING', 'PROCESSING', 'COMPLETED'].map(
      (eventTypes) => `OUTGOING_PAYMENT.${eventTypes}`,
    ),
  );
});

test('without the proof nothing ever shows payment instructions', async () => {
  const { id, transactionId } = await pushed();

  world.wall.advance(300_000);
  await world.settle();

  const { body: failed } = await world.rest('GET', `/quotes/${id}`);
  expect([failed.status, failed.paymentInstructions]).toEqual(['FAILED', undefined]);
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' });
  expect(await transactionOf(transactionId)).not.toHaveProperty('paymentInstructions');
  expect(await eventTypesOf(transactionId)).toEqual([...before, ['OUTGOING_PAYMENT.FAILED', 'FAILED', 0]]);
});
