// Payments without a valid proof of their customer: they fail, and nothing has moved.
import { describe, expect, test } from 'vitest';
import { logIn, newIban, scaCode } from '../../kit/european.ts';
import { balancesOf } from '../../kit/payments.ts';
import { authorizingIn } from './authorized-payments.ts';
import { sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { waiting, newPayer, authorize, transactionOf, resend, newQuote, execute } = authorizingIn(world);

describe('a proof does not count', () => {
  test('without a login, and counts for the same challenge after it', async () => {
    const { payer, id } = await waiting(await newPayer({ isLoggedIn: false }));

    const refused = await authorize(id);
    await logIn(world.rest, payer.customerId);
    const accepted = await authorize(id);

    expect(refused).toMatchObject({ status: 409, body: { code: 'SCA_SESSION_REQUIRED' } });
    expect(accepted.body.status).toBe('COMPLETED');
  });

  test('twice', async () => {
    const { id } = await waiting();

    const answers = await Promise.all([authorize(id), authorize(id), authorize(id)]);
    world.wall.advance(1_000);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await authorize(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  test('for another execution of the same quote: of many concurrent ones one has the challenge that counts', async () => {
    const { body: quote } = await newQuote(await newPayer());

    const answers = await Promise.all(Array.from({ length: 6 }, () => execute(quote.id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await authorize(quote.id)).body.status).toBe('COMPLETED');
  });

  test('within a second of the one before', async () => {
    const { id } = await waiting();
    await authorize(id, { code: '111111' });

    const hasty = await authorize(id);
    world.wall.advance(1_000);

    expect([hasty.status, hasty.body.code, hasty.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
    expect((await authorize(id)).status).toBe(200);
  });

  test.each([
    [{}, 'code'],
    [{ code: scaCode, passkeyAssertion: {}, origin: 'https://a.example' }, 'passkeyAssertion'],
    [{ passkeyAssertion: {} }, 'origin'],
  ])('as %j', async (body, field) => {
    const { id } = await waiting();

    const refused = await authorize(id, body);

    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', details: { errors: [{ field }] } } });
  });
});

test('the fifth wrong proof fails the payment, and locks the customer', async () => {
  const { payer, id, transactionId } = await waiting();
  for (let i = 0; i < 4; i++) {
    expect(await authorize(id, { code: '111111' })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    world.wall.advance(1_000);
  }

  const fifth = await authorize(id, { code: '111111' });
  const next = await waiting(payer);
  const locked = await authorize(next.id);

  expect([fifth.status, fifth.body.code, fifth.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '60']);
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' });
  expect(locked).toMatchObject({ status: 423, body: { code: 'ACCOUNT_LOCKED', details: { failedAttempts: 5 } } });
  expect(await balancesOf(world.rest, payer)).toEqual({ available: 10_000, total: 10_000 });
});

test('a proof that never arrives fails the payment, and nothing has moved', async () => {
  const { payer, id, transactionId } = await waiting();

  world.wall.advance(300_000);
  await world.settle();

  expect((await world.rest('GET', `/quotes/${id}`)).body).toMatchObject({ status: 'FAILED' });
  const transaction = await transactionOf(transactionId);
  expect(transaction).toMatchObject({ status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' });
  expect(transaction).not.toHaveProperty('refund');
  expect(await balancesOf(world.rest, payer)).toEqual({ available: 10_000, total: 10_000 });
  expect((await world.eventTypes(transactionId)).at(-1)).toBe('OUTGOING_PAYMENT.FAILED');
  expect((await authorize(id)).status).toBe(409);
});

test('the code can be resent immediately, then every half a minute, at most three times', async () => {
  const { id, challenge } = await waiting();
  const first = await Promise.all([resend(id), resend(id)]);
  const statuses = [];
  for (const wait of [29_999, 1, 30_000, 30_000]) {
    world.wall.advance(wait);
    statuses.push((await resend(id)).status);
  }

  expect(first.map(({ status }) => status).sort()).toEqual([204, 429]);
  expect(statuses).toEqual([429, 204, 204, 429]);
  expect((await world.rest('GET', `/quotes/${id}`)).body.scaChallenge).toEqual(challenge);
  expect((await authorize(id)).status).toBe(200);
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

describe('an execution is refused before a code is sent', () => {
  test('if the balance is too low', async () => {
    const { body: quote } = await newQuote(await newPayer({ amount: 10 }));

    expect(await execute(quote.id)).toMatchObject({ status: 400, body: { details: { reason: 'INSUFFICIENT_BALANCE' } } });
  });

  test.each(['TOTP', 'PASSKEY'])('by the factor %s, which the customer does not have', async (scaFactor) => {
    const { body: quote } = await newQuote(await newPayer());

    expect(await execute(quote.id, { scaFactor })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect((await world.rest('GET', `/quotes/${quote.id}`)).body.status).toBe('PENDING');
  });

  test('if it already waits for its customer', async () => {
    const { id } = await waiting();

    const refused = await execute(id);

    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { reason: 'AUTHORIZATION_PENDING' } } });
    expect(refused.headers['x-should-retry']).toBe('false');
  });

  test('like a transfer without a quote', async () => {
    const { customerId, accountId } = await newPayer();
    const to = await newIban(world.rest, customerId);

    const refused = await world.rest('POST', '/transfer-out', {
      body: { source: { accountId }, destination: { accountId: to }, amount: 100 },
    });

    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { reason: 'SCA_REQUIRED' } } });
  });
});

test('quotes without a pending authorization have nothing to authorize', async () => {
  const { body: quote } = await newQuote(await newPayer());
  const unknown = 'Quote:019b76da-a800-7000-8000-000000000000';

  expect(await authorize(quote.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await resend(quote.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await authorize(unknown)).toMatchObject({ status: 404, body: { code: 'QUOTE_NOT_FOUND' } });
});
