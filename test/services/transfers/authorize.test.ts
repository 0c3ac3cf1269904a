// Payments that their customer authorizes: no money moves before, and each step has its own proof.
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import { logIn, newEuropean, scaCode } from '../../kit/european.ts';
import { balancesOf, makePayee, quoteBody } from '../../kit/payments.ts';
import { authorizingIn } from './authorized-payments.ts';
import { sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { newPayer, newQuote, execute, authorize, waiting } = authorizingIn(world);

test('an execution stops at a challenge, and the proof continues it', async () => {
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
  const events = (await world.bodies()).filter(({ resource }) => resource === quote.transactionId);
  expect(events.map(({ type }) => type.slice('OUTGOING_PAYMENT.'.length))).toEqual([
    'PENDING',
    'PENDING_AUTHORIZATION',
    'PROCESSING',
    'COMPLETED',
  ]);
  expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('scaChallenge');
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

describe('no proof is required', () => {
  test('in currencies without SCA', async () => {
    const payer = await newEuropean(world.rest, { amount: 10_000, currencies: ['USD'] });
    const to = await makePayee(world.rest, payer.customerId);
    const { body: quote } = await world.rest('POST', '/quotes', { body: quoteBody({ from: payer.accountId, to }) });

    expect((await execute(quote.id, { scaFactor: 'TOTP' })).body.status).toBe('COMPLETED');
  });

  test('to a trusted account, while the customer is logged in', async () => {
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

test('with immediate execution, a quote waits from the start', async () => {
  const payer = await newPayer();

  const { status, body } = await newQuote(payer, { immediatelyExecute: true });
  const authorized = await authorize(body.id);

  expect([status, body.status, body.scaChallenge.purpose]).toEqual([202, 'PENDING_AUTHORIZATION', 'TRANSFER']);
  expect(authorized.body.status).toBe('COMPLETED');
  expect((await world.eventTypes(body.transactionId)).slice(0, 3)).toEqual([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
    'OUTGOING_PAYMENT.PROCESSING',
  ]);
});

test('if a process dies after accepting the proof, the same proof continues the payment', async () => {
  const { id, payer } = await waiting();
  dieAt('authorization proved');

  const died = await authorize(id);
  const before = await balancesOf(world.rest, payer);
  world.wall.advance(1_000);
  const again = await authorize(id);

  expect([died.status, before.available]).toEqual([500, 10_000]);
  expect(again).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  expect((await balancesOf(world.rest, payer)).total).toBe(9_000);
});

test('a payment funded from outside shows its instructions only when it is authorized', async () => {
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
