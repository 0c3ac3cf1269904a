// Payments that their customer authorizes: no money moves before, each step has its own proof, and what is not proved fails.
import { describe, expect, test } from 'vitest';
import { type European, logIn, newEuropean, newIban, scaCode } from '../../kit/european.ts';
import { balancesOf, makePayee, quoteBody } from '../../kit/payments.ts';
import { startTransfers } from './transfers-world.ts';

const world = await startTransfers();
const ip = '198.51.100.7';

interface Options {
  readonly amount?: number;
  readonly isLoggedIn?: boolean;
}

async function newPayer({ amount = 10_000, isLoggedIn = true }: Options = {}) {
  const payer = await newEuropean(world.rest, { amount });
  if (isLoggedIn) await logIn(world.rest, payer.customerId);
  return payer;
}

async function newQuote({ customerId, accountId }: European, changes: object = {}) {
  const to = await newIban(world.rest, customerId);
  const { status, body } = await world.rest('POST', '/quotes', { body: { ...quoteBody({ from: accountId, to }), ...changes } });
  return { status, body, to };
}

const execute = (id: string, body: object = {}) => world.rest('POST', `/quotes/${id}/execute`, { body });
const authorize = (id: string, body: object = { code: scaCode, endUserIpAddress: ip }) =>
  world.rest('POST', `/quotes/${id}/authorize`, { body });
const resend = (id: string) => world.rest('POST', `/quotes/${id}/authorize/resend`);
const transactionOf = async (id: string) => (await world.rest('GET', `/transactions/${id}`)).body;

/** A quote that waits for its customer. */
async function waiting(payer?: European) {
  const european = payer ?? (await newPayer());
  const { body: quote } = await newQuote(european);
  const { body } = await execute(quote.id);
  expect(body.status).toBe('PENDING_AUTHORIZATION');
  return { payer: european, id: quote.id as string, transactionId: quote.transactionId as string, challenge: body.scaChallenge };
}

test('an execution stops at a challenge, and the proof carries it out', async () => {
  const payer = await newPayer();
  const { body: quote } = await newQuote(payer);
  const expiresAt = new Date(world.wall.now().getTime() + 300_000).toISOString();

  const stopped = await execute(quote.id);
  const seen = await world.rest('GET', `/quotes/${quote.id}`);
  const before = await balancesOf(world.rest, payer);
  const authorized = await authorize(quote.id);
  const after = await balancesOf(world.rest, payer);

  expect(stopped).toMatchObject({
    status: 200,
    body: {
      status: 'PENDING_AUTHORIZATION',
      scaChallenge: { factor: 'SMS_OTP', availableFactors: ['SMS_OTP'], purpose: 'TRANSFER', expiresAt },
    },
  });
  expect(seen.body).toEqual(stopped.body);
  expect(before).toEqual({ available: 10_000, total: 10_000 });
  expect(authorized).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  expect(authorized.body).not.toHaveProperty('scaChallenge');
  expect(after.available).toBe(9_000);
  expect(await world.told(quote.transactionId)).toEqual(
    expect.arrayContaining(['OUTGOING_PAYMENT.PENDING_AUTHORIZATION', 'OUTGOING_PAYMENT.PROCESSING']),
  );
});

test('an exchange is authorized in two steps, each with its own code', async () => {
  const payer = await newPayer();
  const to = await makePayee(world.rest, payer.customerId);
  const { body: quote } = await world.rest('POST', '/quotes', { body: quoteBody({ from: payer.accountId, to }) });

  const first = await execute(quote.id);
  const second = await authorize(quote.id);
  world.wall.advance(1_000);
  const done = await authorize(quote.id);

  expect(first.body.scaChallenge.purpose).toBe('CURRENCY_CONVERSION');
  expect(second.body).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge: { purpose: 'PAYOUT' } });
  expect(second.body.scaChallenge.id).not.toBe(first.body.scaChallenge.id);
  expect(done.body.status).toBe('COMPLETED');
});

describe('no proof is asked for', () => {
  test('in money that needs none', async () => {
    const payer = await newEuropean(world.rest, { amount: 10_000, currencies: ['USD'] });
    const to = await makePayee(world.rest, payer.customerId);
    const { body: quote } = await world.rest('POST', '/quotes', { body: quoteBody({ from: payer.accountId, to }) });

    expect((await execute(quote.id, { scaFactor: 'TOTP' })).body.status).toBe('COMPLETED');
  });

  test('to an account that the customer trusts, as long as the customer is logged in', async () => {
    const payer = await newPayer({ isLoggedIn: false });
    const { body: quote, to } = await newQuote(payer);
    await world.rest('POST', `/customers/external-accounts/${to}/trust`);
    await world.rest('POST', `/customers/external-accounts/${to}/trust/confirm`, { body: { code: scaCode } });

    const loggedOut = await execute(quote.id);
    await logIn(world.rest, payer.customerId);
    const loggedIn = await execute(quote.id);

    expect(loggedOut).toMatchObject({ status: 409, body: { code: 'SCA_SESSION_REQUIRED' } });
    expect(loggedIn).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  });
});

test('executed at once, a quote waits from the start', async () => {
  const payer = await newPayer();

  const { status, body } = await newQuote(payer, { immediatelyExecute: true });
  const authorized = await authorize(body.id);

  expect([status, body.status, body.scaChallenge.purpose]).toEqual([202, 'PENDING_AUTHORIZATION', 'TRANSFER']);
  expect(authorized.body.status).toBe('COMPLETED');
  expect((await world.told(body.transactionId)).slice(0, 3)).toEqual([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
    'OUTGOING_PAYMENT.PROCESSING',
  ]);
});

test('what is paid from outside tells where to pay only when it is authorized', async () => {
  const { customerId, accountId } = await newPayer();
  const body = {
    ...quoteBody({ from: accountId, to: accountId }),
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'EUR' },
  };

  const made = await world.rest('POST', '/quotes', { body });
  const early = await world.rest('POST', '/sandbox/send', { body: { quoteId: made.body.id, currencyCode: 'EUR' } });
  const open = await authorize(made.body.id);
  const paid = await world.rest('POST', '/sandbox/send', { body: { quoteId: made.body.id, currencyCode: 'EUR' } });

  expect([made.status, made.body.status, made.body.paymentInstructions ?? []]).toEqual([202, 'PENDING_AUTHORIZATION', []]);
  expect(early.status).toBe(400);
  expect([open.body.status, open.body.paymentInstructions.length]).toEqual(['PENDING', 1]);
  expect(paid.status).toBe(200);
});

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

test('a proof that never comes fails the payment, and nothing has moved', async () => {
  const { payer, id, transactionId } = await waiting();

  world.wall.advance(300_000);
  await world.settle();

  expect((await world.rest('GET', `/quotes/${id}`)).body).toMatchObject({ status: 'FAILED' });
  const transaction = await transactionOf(transactionId);
  expect(transaction).toMatchObject({ status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' });
  expect(transaction).not.toHaveProperty('refund');
  expect(await balancesOf(world.rest, payer)).toEqual({ available: 10_000, total: 10_000 });
  expect((await world.told(transactionId)).at(-1)).toBe('OUTGOING_PAYMENT.FAILED');
  expect((await authorize(id)).status).toBe(409);
});

test('the code goes out once more after half a minute, three times at most', async () => {
  const { id, challenge } = await waiting();
  const statuses = [(await resend(id)).status];
  for (let i = 0; i < 4; i++) {
    world.wall.advance(30_000);
    statuses.push((await resend(id)).status);
  }

  expect(statuses).toEqual([429, 204, 204, 204, 429]);
  expect((await world.rest('GET', `/quotes/${id}`)).body.scaChallenge).toEqual(challenge);
  expect((await authorize(id)).status).toBe(200);
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

describe('an execution is refused before a code goes out', () => {
  test('when the account is short', async () => {
    const { body: quote } = await newQuote(await newPayer({ amount: 10 }));

    expect(await execute(quote.id)).toMatchObject({ status: 400, body: { details: { reason: 'INSUFFICIENT_BALANCE' } } });
  });

  test.each(['TOTP', 'PASSKEY'])('by the factor %s, which the customer does not have', async (scaFactor) => {
    const { body: quote } = await newQuote(await newPayer());

    expect(await execute(quote.id, { scaFactor })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect((await world.rest('GET', `/quotes/${quote.id}`)).body.status).toBe('PENDING');
  });

  test('when it waits for its customer already', async () => {
    const { id } = await waiting();

    expect(await execute(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  test('as a transfer without a quote', async () => {
    const { customerId, accountId } = await newPayer();
    const to = await newIban(world.rest, customerId);

    const refused = await world.rest('POST', '/transfer-out', {
      body: { source: { accountId }, destination: { accountId: to }, amount: 100 },
    });

    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { reason: 'SCA_REQUIRED' } } });
  });
});

test('quotes that wait for nobody have nothing to authorize', async () => {
  const { body: quote } = await newQuote(await newPayer());
  const unknown = 'Quote:019b76da-a800-7000-8000-000000000000';

  expect(await authorize(quote.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await resend(quote.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await authorize(unknown)).toMatchObject({ status: 404, body: { code: 'QUOTE_NOT_FOUND' } });
});
