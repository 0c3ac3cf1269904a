// Agents of customers with strong customer authentication: the platform approves first, then the customer authorizes.
import { describe, expect, test } from 'vitest';
import { logIn, newEuropean, newIban, scaCode } from '../../kit/european.ts';
import { balancesOf, makePayee } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';
import { approve, payingAgent } from './actions-world.ts';
import { verdict } from './agents-world.ts';

const world = await startWorld();
const { rest } = world;

const spendingLimits = { currency: 'EUR', perTransactionLimit: 50_000 };
const approval = { spendingLimits, defaultExecutionMode: 'APPROVAL_REQUIRED' };

const authorize = (quoteId: string) =>
  rest('POST', `/quotes/${quoteId}/authorize`, { body: { code: scaCode, endUserIpAddress: '198.51.100.7' } });

interface Options {
  readonly policy?: object;
  readonly payeeOf?: (customerId: string) => Promise<string>;
  readonly isLoggedIn?: boolean;
}

/** An agent of a customer in Germany. */
async function europeanAgent({ policy = approval, payeeOf = (id) => newIban(rest, id), isLoggedIn = true }: Options = {}) {
  const payer = await newEuropean(rest, { amount: 100_000 });
  if (isLoggedIn) await logIn(rest, payer.customerId);
  const payeeId = await payeeOf(payer.customerId);
  const one = await payingAgent(world, policy, { ...payer, payeeId, bankId: payeeId });
  const stateOf = async (actionId: string) => {
    const { status, failureReason, transaction } = (await one.agent('GET', `/actions/${actionId}`)).body;
    return [status, failureReason, transaction?.status];
  };
  return { ...one, stateOf, balances: () => balancesOf(rest, payer) };
}

test.each(['action', 'transaction'])('approved by its %s, a payment waits for the customer', async (route) => {
  const { id, quote, execute, usage, stateOf, balances } = await europeanAgent();
  const quoteId = await quote();
  const { body } = await execute(quoteId);
  const early = await authorize(quoteId);

  const { transactionId } = body.quote;
  const approved =
    route === 'action'
      ? await approve(world, id, body.id)
      : await rest('POST', `/transactions/${transactionId}/approve`, { body: {} });
  const waiting = [await stateOf(body.id), await usage(), await balances()];
  const challenged = (await rest('GET', `/quotes/${quoteId}`)).body;
  const authorized = await authorize(quoteId);

  expect([body.status, early.status]).toEqual(['PENDING_APPROVAL', 409]);
  expect([approved.status, approved.body.status]).toEqual([200, route === 'action' ? 'APPROVED' : 'PENDING_AUTHORIZATION']);
  expect(waiting).toEqual([
    ['APPROVED', undefined, 'PENDING_AUTHORIZATION'],
    { count: 1, spend: body.quote.totalSendingAmount },
    { available: 100_000, total: 100_000 },
  ]);
  expect(challenged).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge: { purpose: 'TRANSFER' } });
  expect([authorized.status, authorized.body.status]).toEqual([200, 'COMPLETED']);
  expect([await stateOf(body.id), (await balances()).total]).toEqual([['APPROVED', undefined, 'COMPLETED'], 90_000]);
});

test('a payment that needs no approval waits for the customer at once', async () => {
  const { quote, execute, usage, stateOf } = await europeanAgent({ policy: { spendingLimits } });
  const quoteId = await quote();

  const { body } = await execute(quoteId);
  const authorized = await authorize(quoteId);

  expect([body.status, body.transaction.status]).toEqual(['APPROVED', 'PENDING_AUTHORIZATION']);
  expect([authorized.body.status, await stateOf(body.id)]).toEqual(['COMPLETED', ['APPROVED', undefined, 'COMPLETED']]);
  expect(await usage()).toEqual({ count: 1, spend: body.quote.totalSendingAmount });
});

test('an exchange is authorized twice, and approved once', async () => {
  const { id, quote, execute, usage } = await europeanAgent({ payeeOf: (customerId) => makePayee(rest, customerId) });
  const quoteId = await quote();
  const { body } = await execute(quoteId);

  const approved = await approve(world, id, body.id);
  const converted = await authorize(quoteId);
  world.wall.advance(1_000);
  const paid = await authorize(quoteId);

  expect(approved.body).toMatchObject({ status: 'APPROVED', quote: { scaChallenge: { purpose: 'CURRENCY_CONVERSION' } } });
  expect(converted.body).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge: { purpose: 'PAYOUT' } });
  expect([paid.body.status, (await usage()).count]).toEqual(['COMPLETED', 1]);
});

test('without the authorization of the customer the action fails, and has not used its limits', async () => {
  const { id, quote, execute, usage, stateOf, balances } = await europeanAgent();
  const quoteId = await quote();
  const { body } = await execute(quoteId);
  await approve(world, id, body.id);

  world.wall.advance(3_600_000);
  await world.settle();

  expect(await stateOf(body.id)).toEqual(['FAILED', 'EXECUTION_FAILED', 'FAILED']);
  expect((await rest('GET', `/transactions/${body.quote.transactionId}`)).body.failureReason).toBe('SCA_NOT_COMPLETED');
  expect([await usage(), (await balances()).available]).toEqual([{ count: 0, spend: 0 }, 100_000]);
});

test('a transfer is refused like the plain operation: it requires a quote', async () => {
  const { agent, transferOut, usage } = await europeanAgent({ policy: { spendingLimits } });

  expect(verdict(await transferOut(700))).toEqual([409, 'CONFLICT', 'SCA_REQUIRED']);
  expect([(await agent('GET', '/actions')).body.data, await usage()]).toEqual([[], { count: 0, spend: 0 }]);
});

test('a transfer that needs approval waits, and its approval fails it: it requires a quote', async () => {
  const { id, transferOut, usage, stateOf } = await europeanAgent();

  const { status, body } = await transferOut(700);
  await approve(world, id, body.id);

  expect([status, body.status, await stateOf(body.id)]).toEqual([
    201,
    'PENDING_APPROVAL',
    ['FAILED', 'EXECUTION_FAILED', 'FAILED'],
  ]);
  expect(await usage()).toEqual({ count: 0, spend: 0 });
});

describe('to a trusted account', () => {
  test.each([
    ['a payment runs when it is approved while the customer is logged in', true, ['APPROVED', undefined, 'COMPLETED'], 1],
    ['its approval fails the payment while the customer is logged out', false, ['FAILED', 'EXECUTION_FAILED', 'FAILED'], 0],
  ])('%s', async (_, isLoggedIn, expected, count) => {
    const { id, payeeId, quote, execute, usage, stateOf } = await europeanAgent({ isLoggedIn });
    await rest('POST', `/customers/external-accounts/${payeeId}/trust`);
    await rest('POST', `/customers/external-accounts/${payeeId}/trust/confirm`, { body: { code: scaCode } });
    const { body } = await execute(await quote());

    const { status } = await approve(world, id, body.id);

    expect([status, await stateOf(body.id)]).toEqual([200, expected]);
    expect((await usage()).count).toBe(count);
  });
});
