// The decision table of the contract: what each request of an agent is answered, over REST, whatever its policy.
import { describe, expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { approve, generous, type PayingAgent, payingAgent } from './actions-world.ts';
import { verdict } from './agents-world.ts';

const world = await startWorld();
const { rest } = world;
const owner = await payingAgent(world);

const approval = { defaultExecutionMode: 'APPROVAL_REQUIRED' };
const amount = 1_000;
const quoteBody = {
  source: { sourceType: 'ACCOUNT', accountId: owner.accountId },
  destination: { destinationType: 'ACCOUNT', accountId: owner.payeeId },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: amount,
};

/** The requests of an agent that was judged differently when it made its quote. */
async function asks(policy: object, change?: () => object, path = '/policy') {
  const one = await payingAgent(world, policy, owner);
  const quoteId = await one.quote(amount);
  if (change) expect((await rest('PATCH', `/agents/${one.id}${path}`, { body: change() })).status).toBe(200);
  const requests = {
    createQuote: await one.agent('POST', '/quotes', { body: quoteBody }),
    execute: await one.execute(quoteId),
    out: await one.transferOut(amount),
    in: await one.transferIn(amount),
  };
  await rest('DELETE', `/agents/${one.id}`);
  return requests;
}

const shown = ({ status, body }: RestAnswer) => [status, body.status, body.transaction !== undefined];

test('allowed: payments run at once', async () => {
  const { createQuote, execute, out, in: into } = await asks({});

  expect(createQuote.status).toBe(201);
  expect([execute, out, into].map(shown)).toEqual([
    [200, 'APPROVED', true],
    [201, 'APPROVED', true],
    [201, 'APPROVED', true],
  ]);
});

test('allowed: payments wait for approval under the same statuses', async () => {
  const { createQuote, execute, out, in: into } = await asks(approval);

  expect(createQuote.status).toBe(201);
  expect([execute, out, into].map(shown)).toEqual([
    [200, 'PENDING_APPROVAL', false],
    [201, 'PENDING_APPROVAL', false],
    [201, 'PENDING_APPROVAL', false],
  ]);
});

describe.each([
  ['AUTO', {}],
  ['APPROVAL_REQUIRED', approval],
])('denied in mode %s', (_, mode) => {
  test.each([
    ['AGENT_PAUSED', () => ({ isPaused: true }), ''],
    ['PERMISSION_DENIED', () => ({ permissions: [] }), '/policy'],
    ['ACCOUNT_NOT_ALLOWED', () => ({ accountRestrictions: { allowedAccountIds: [] } }), '/policy'],
  ])('every request: %s', async (reason, change, path) => {
    const answers = Object.values(await asks(mode, change, path));

    expect(answers.map(verdict)).toEqual(answers.map(() => [403, 'FORBIDDEN', reason]));
  });

  test.each([
    ['PER_TRANSACTION_LIMIT', { perTransactionLimit: amount - 1 }],
    ['DAILY_TRANSACTION_LIMIT', { dailyTransactionLimit: 0 }],
    ['DAILY_LIMIT', { dailyLimit: amount - 1 }],
    ['MONTHLY_LIMIT', { monthlyLimit: amount - 1 }],
  ])('every payment, but no quote: %s', async (reason, spendingLimits) => {
    const { createQuote, ...payments } = await asks(mode, () => ({ spendingLimits }));

    expect(createQuote.status).toBe(201);
    expect(Object.values(payments).map(verdict)).toEqual([1, 2, 3].map(() => [403, 'FORBIDDEN', reason]));
  });
});

test.each([
  ['another funding', { source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } }, 'source.sourceType'],
  ['an execution at once', { immediatelyExecute: true }, 'immediatelyExecute'],
])('a quote with %s is refused, because nothing would be left to decide', async (_, change, field) => {
  const { status, body } = await owner.agent('POST', '/quotes', { body: { ...quoteBody, ...change } });

  expect([status, body.code, body.details.errors.map((error: { field: string }) => error.field)]).toEqual([
    400,
    'INVALID_INPUT',
    [field],
  ]);
});

describe('a repeated request', () => {
  const out = ({ agent, accountId, bankId }: PayingAgent, sent: number) =>
    agent('POST', '/transfer-out', {
      body: { source: { accountId }, destination: { accountId: bankId }, amount: sent },
      headers: { 'idempotency-key': 'one' },
    });

  test('returns the first answer, also after its action was decided', async () => {
    const one = await payingAgent(world, approval, owner);
    const first = await out(one, amount);
    await approve(world, one.id, first.body.id);

    const again = await out(one, amount);

    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(verdict(await out(one, amount + 1))).toEqual([400, 'INVALID_INPUT', 'IDEMPOTENCY_KEY_REUSED']);
    expect(await one.usage()).toEqual({ count: 1, spend: amount });
  });

  test('is judged again after a denial', async () => {
    const one = await payingAgent(world, { spendingLimits: { ...generous, perTransactionLimit: 1 } }, owner);
    const denied = await out(one, amount);
    await rest('PATCH', `/agents/${one.id}/policy`, { body: { spendingLimits: { perTransactionLimit: amount } } });

    const again = await out(one, amount);

    expect([denied.status, again.status, again.body.status]).toEqual([403, 201, 'APPROVED']);
  });
});
