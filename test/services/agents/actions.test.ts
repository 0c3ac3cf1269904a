// Payments of agents: run at once, or after the approval of their platform, over either route.
import { describe, expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { approve, generous, payingAgent, reject } from './actions-world.ts';
import { verdict } from './agents-world.ts';

const world = await sharedWorld();
const { rest } = world;

const approval = { defaultExecutionMode: 'APPROVAL_REQUIRED' };
const transactionOf = async (id: string) => (await rest('GET', `/transactions/${id}`)).body;

describe('an action that needs no approval', () => {
  test('executes a quote, and counts', async () => {
    const { agent, id, quote, execute, usage } = await payingAgent(world);
    const quoteId = await quote();

    const { status, body } = await execute(quoteId);

    expect([status, body]).toMatchObject([
      200,
      { agentId: id, status: 'APPROVED', type: 'EXECUTE_QUOTE', quote: { id: quoteId } },
    ]);
    expect(body.transaction).toMatchObject({ id: body.quote.transactionId, agentId: id, status: 'COMPLETED' });
    expect(await usage()).toEqual({ count: 1, spend: body.quote.totalSendingAmount });
    expect((await agent('GET', `/actions/${body.id}`)).body).toEqual(body);
    expect(verdict(await execute(quoteId))).toEqual([409, 'CONFLICT', 'QUOTE_ALREADY_EXECUTED']);
  });

  test('transfers in both directions', async () => {
    const { agent, accountId, bankId, usage, transferOut, transferIn } = await payingAgent(world);

    const out = await transferOut(700, { remittanceInformation: 'Rent' });
    const into = await transferIn(300);

    const details = { currency: 'USD', sourceAccountId: accountId, destinationAccountId: bankId };
    expect([out.status, out.body]).toMatchObject([
      201,
      { type: 'TRANSFER_OUT', status: 'APPROVED', transferDetails: { amount: 700, ...details } },
    ]);
    expect([into.status, into.body.status, into.body.type]).toEqual([201, 'APPROVED', 'TRANSFER_IN']);
    expect(await usage()).toEqual({ count: 2, spend: 1_000 });
    const { body } = await agent('GET', '/actions');
    const ids: string[] = body.data.map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual([into.body.id, out.body.id].toSorted()); // created at the same time
  });

  test('is refused like the plain operation, without an action or usage', async () => {
    const { agent, quote, execute, transferOut, usage } = await payingAgent(world, {
      spendingLimits: { ...generous, perTransactionLimit: 9_000_000 },
    });
    const quoteId = await quote(5_000_000);

    expect(verdict(await execute(quoteId))).toEqual([400, 'INVALID_AMOUNT', 'INSUFFICIENT_BALANCE']);
    expect(verdict(await transferOut(5_000_000))).toEqual([400, 'INVALID_AMOUNT', 'INSUFFICIENT_BALANCE']);
    expect(verdict(await transferOut(9_000_000_000_000_001))).toEqual([400, 'INVALID_AMOUNT', undefined]);
    expect(await usage()).toEqual({ count: 0, spend: 0 });
    expect((await agent('GET', '/actions')).body).toMatchObject({ data: [], totalCount: 0 });
  });
});

describe('an action that needs approval', () => {
  test('waits without counting, and runs when it is approved', async () => {
    const { agent, id, quote, execute, usage } = await payingAgent(world, approval);
    const quoteId = await quote();

    const { status, body } = await execute(quoteId);

    expect([status, body]).toMatchObject([200, { status: 'PENDING_APPROVAL', quote: { id: quoteId, status: 'PENDING' } }]);
    expect(body.transaction).toBeUndefined();
    expect(await transactionOf(body.quote.transactionId)).toMatchObject({ status: 'PENDING', agentId: id });
    expect(await usage()).toEqual({ count: 0, spend: 0 });
    expect((await rest('GET', `/agents/approvals?agentId=${id}`)).body).toMatchObject({ data: [body], totalCount: 1 });
    expect(verdict(await execute(quoteId))).toEqual([409, 'CONFLICT', 'AGENT_ACTION_PENDING']);
    expect(verdict(await rest('POST', `/quotes/${quoteId}/execute`))).toEqual([409, 'CONFLICT', 'AGENT_ACTION_PENDING']);
    expect(verdict(await rest('POST', `/transactions/${body.quote.transactionId}/cancel`, { body: {} }))).toEqual([
      400,
      'INVALID_INPUT',
      undefined,
    ]);

    const approved = await approve(world, id, body.id);

    expect([approved.status, approved.body]).toMatchObject([200, { status: 'APPROVED', transaction: { status: 'COMPLETED' } }]);
    expect(await usage()).toEqual({ count: 1, spend: body.quote.totalSendingAmount });
    expect((await rest('GET', `/agents/approvals?agentId=${id}`)).body.data).toEqual([]);
    expect([verdict(await approve(world, id, body.id)), (await agent('GET', `/actions/${body.id}`)).body.status]).toEqual([
      [409, 'CONFLICT', undefined],
      'APPROVED',
    ]);
  });

  test('runs a transfer in each direction when its transaction is approved', async () => {
    const { id, transferOut, transferIn, usage } = await payingAgent(world, approval);
    for (const ask of [() => transferOut(700), () => transferIn(300)]) {
      const asked = await ask();
      const { data } = (await rest('GET', `/agents/approvals?agentId=${id}`)).body;
      const found = await rest('GET', `/transactions?customerId=${asked.body.customerId}&status=PENDING`);
      const transaction = found.body.data.find(
        (one: { type: string }) => asked.body.type.startsWith('TRANSFER_IN') === (one.type === 'INCOMING'),
      );
      expect(data).toEqual([asked.body]);

      const answer = await rest('POST', `/transactions/${transaction.id}/approve`, { body: {} });

      expect([answer.status, answer.body.id, answer.body.type]).toEqual([200, transaction.id, transaction.type]);
      expect(['PENDING', 'COMPLETED']).toContain(answer.body.status);
      expect(verdict(await rest('POST', `/transactions/${transaction.id}/approve`, { body: {} }))).toEqual([
        409,
        'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
        undefined,
      ]);
    }
    expect(await usage()).toEqual({ count: 2, spend: 1_000 });
  });

  test.each(['action', 'transaction'])('fails its transaction when the %s is rejected', async (route) => {
    const { id, agent, quote, execute, usage } = await payingAgent(world, approval);
    const quoteId = await quote();
    const { body } = await execute(quoteId);
    const { transactionId } = body.quote;

    const path = route === 'action' ? `/agents/${id}/actions/${body.id}/reject` : `/transactions/${transactionId}/reject`;
    const answer = await rest('POST', path, { body: { reason: 'Not this month.' } });

    expect([answer.status, answer.body.status]).toEqual([200, route === 'action' ? 'REJECTED' : 'FAILED']);
    const rejected = (await agent('GET', `/actions/${body.id}`)).body;
    expect(rejected).toMatchObject({ status: 'REJECTED', rejectionReason: 'Not this month.', quote: { status: 'FAILED' } });
    expect(await transactionOf(transactionId)).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
    expect((await reject(world, id, body.id)).body).toMatchObject({ code: 'CONFLICT', details: { status: 'REJECTED' } });
    expect(await usage()).toEqual({ count: 0, spend: 0 });
  });
});

describe('an approval checks the policy again', () => {
  test.each([
    ['paused', { isPaused: true }, '', 'AGENT_PAUSED'],
    ['without its permission', { permissions: [] }, '/policy', 'POLICY_DENIED'],
    ['without its account', { accountRestrictions: { allowedAccountIds: [] } }, '/policy', 'POLICY_DENIED'],
    ['beyond its limit', { spendingLimits: { perTransactionLimit: 1 } }, '/policy', 'POLICY_DENIED'],
  ])('of an agent that is %s', async (_, change, path, failureReason) => {
    const { id, quote, execute, usage } = await payingAgent(world, approval);
    const { body } = await execute(await quote());
    expect((await rest('PATCH', `/agents/${id}${path}`, { body: change })).status).toBe(200);

    const answer = await approve(world, id, body.id);

    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'FAILED', failureReason, transaction: { status: 'FAILED' } },
    ]);
    expect(await usage()).toEqual({ count: 0, spend: 0 });
  });

  test('and the quote, which expires on its own', async () => {
    const tenant = await world.newPlatform();
    const { id, quote, execute } = await payingAgent(tenant, approval);
    const { body } = await execute(await quote());
    await tenant.advance(3_600);

    const answer = await approve(tenant, id, body.id);

    expect(answer.body).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED', transaction: { status: 'EXPIRED' } });
  });

  test('and the balance', async () => {
    const { id, accountId, transferOut, usage } = await payingAgent(world, approval);
    const { body } = await transferOut(900_000);
    await rest('POST', `/sandbox/internal-accounts/${accountId}/debit`, { body: { amount: 500_000 } });

    const answer = await approve(world, id, body.id);

    expect(answer.body).toMatchObject({
      status: 'FAILED',
      failureReason: 'INSUFFICIENT_FUNDS',
      transaction: { status: 'FAILED' },
    });
    expect(await usage()).toEqual({ count: 0, spend: 0 });
  });
});

test('nobody decides for 24 hours: rejected, or failed with its quote', async () => {
  const tenant = await world.newPlatform();
  const { agent, quote, execute, transferOut } = await payingAgent(tenant, approval);
  await execute(await quote());
  world.wall.advance(1); // actions of one millisecond have no order
  await transferOut(700);

  await tenant.advance(86_400);
  await world.settle();

  const { data } = (await agent('GET', '/actions')).body;
  expect(data).toMatchObject([
    { type: 'TRANSFER_OUT', status: 'REJECTED', rejectionReason: 'APPROVAL_TIMEOUT' },
    { type: 'EXECUTE_QUOTE', status: 'FAILED', failureReason: 'QUOTE_EXPIRED', quote: { status: 'EXPIRED' } },
  ]);
});

test('a deleted agent takes its pending actions with it', async () => {
  const { id, quote, execute } = await payingAgent(world, approval);
  const { body } = await execute(await quote());

  await rest('DELETE', `/agents/${id}`);

  expect(await transactionOf(body.quote.transactionId)).toMatchObject({ status: 'FAILED', agentId: id });
  expect((await approve(world, id, body.id)).status).toBe(404);
});

test('an agent sees only its own quotes and actions', async () => {
  const one = await payingAgent(world, approval);
  const other = await payingAgent(world, approval, one);
  const quoteId = await one.quote();
  const { body } = await one.execute(quoteId);

  expect(verdict(await other.agent('GET', `/quotes/${quoteId}`))).toEqual([404, 'QUOTE_NOT_FOUND', undefined]);
  expect(verdict(await other.execute(quoteId))).toEqual([404, 'QUOTE_NOT_FOUND', undefined]);
  expect(verdict(await other.agent('GET', `/actions/${body.id}`))).toEqual([404, 'REFERENCE_NOT_FOUND', undefined]);
  expect((await approve(world, other.id, body.id)).status).toBe(404);
  expect((await one.agent('GET', `/quotes/${quoteId}`)).body.id).toBe(quoteId);
});
