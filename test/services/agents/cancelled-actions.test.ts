// Actions whose payment is cancelled, or fails, before and after the decision of the platform.
import { describe, expect, test } from 'vitest';
import { makePayer } from '../../kit/payments.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { newBank } from '../transfers/transfers-world.ts';
import { approve, payingAgent, reject } from './actions-world.ts';

const world = await sharedWorld();

const approval = { defaultExecutionMode: 'APPROVAL_REQUIRED' };
const ways = ['quote', 'out', 'in'] as const;

/** An agent whose payments go to, or come from, a bank account with this suffix, by ACH. */
async function slowAgent(suffix: string, policy: object = approval) {
  const tenant = await world.newPlatform();
  const { rest } = tenant;
  const payer = await makePayer(rest, 100_000);
  const bankId = await newBank(tenant, payer.customerId, suffix);
  const one = await payingAgent(tenant, policy, { ...payer, payeeId: bankId, bankId });
  const { agent, accountId } = one;
  const bank = { accountId: bankId, paymentRail: 'ACH' };
  const asks = {
    quote: async () => {
      const { body } = await agent('POST', '/quotes', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId },
          destination: { destinationType: 'ACCOUNT', ...bank },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 700,
        },
      });
      return one.execute(body.id);
    },
    out: () => agent('POST', '/transfer-out', { body: { source: { accountId }, destination: bank, amount: 700 } }),
    in: () => one.transferIn(700),
  };
  const transaction = async () => {
    const { data } = (await rest('GET', `/transactions?customerId=${payer.customerId}&sortOrder=desc`)).body;
    return data.find(({ agentId }: { agentId?: string }) => agentId === one.id);
  };
  const cancel = async () => rest('POST', `/transactions/${(await transaction()).id}/cancel`, { body: {} });
  const stateOf = async (actionId: string) => {
    const { status, failureReason, transaction: paid } = (await agent('GET', `/actions/${actionId}`)).body;
    return [status, failureReason, paid?.status];
  };
  const later = async (seconds: number) => {
    await tenant.advance(seconds);
    await world.settle();
  };
  return { ...one, tenant, asks, transaction, cancel, stateOf, later };
}

describe.each(ways)('a pending action (%s)', (way) => {
  test('is not cancelled, but rejected; then it is too late', async () => {
    const { id, tenant, asks, cancel, stateOf } = await slowAgent('999');
    const { body } = await asks[way]();

    const early = await cancel();
    const still = await stateOf(body.id);
    await reject(tenant, id, body.id);
    const late = await cancel();

    expect([early.status, early.body.code, early.body.message]).toEqual([
      400,
      'INVALID_INPUT',
      'The payment waits for approval. Reject it instead.',
    ]);
    expect(still).toEqual(['PENDING_APPROVAL', undefined, undefined]);
    expect([late.status, late.body.code]).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE']);
    expect(await stateOf(body.id)).toEqual(['REJECTED', undefined, undefined]);
  });
});

describe.each([approval, {}])('a payment that has begun (%j)', (policy) => {
  async function begun(way: (typeof ways)[number], suffix: string) {
    const one = await slowAgent(suffix, policy);
    const { body } = await one.asks[way]();
    if (policy === approval) expect((await approve(one.tenant, one.id, body.id)).body.status).toBe('APPROVED');
    expect((await one.usage()).count).toBe(1);
    return { ...one, actionId: body.id as string };
  }

  test('is cancelled on its way: its action stays, and counts', async () => {
    const { cancel, stateOf, later, usage, actionId } = await begun('quote', '003');

    const { status, body } = await cancel();
    await later(360);

    expect([status, body.refund.reason]).toEqual([200, 'USER_CANCELLATION']);
    expect([await stateOf(actionId), await usage()]).toEqual([['APPROVED', undefined, 'COMPLETED'], { count: 1, spend: 700 }]);
  });

  test.each(['quote', 'out'] as const)('fails at its bank: its action stays, and counts (%s)', async (way) => {
    const { transaction, stateOf, later, usage, actionId } = await begun(way, '002');

    await later(60);

    expect((await transaction()).refund.reason).toBe('TRANSACTION_FAILED');
    expect([await stateOf(actionId), await usage()]).toEqual([['APPROVED', undefined, 'FAILED'], { count: 1, spend: 700 }]);
  });

  test('collects nothing at once: the response shows its failure', async () => {
    const { id, tenant, asks, usage } = await slowAgent('002', policy);
    const asked = await asks.in();

    const { body } = policy === approval ? await approve(tenant, id, asked.body.id) : asked;

    expect(body).toMatchObject({ status: 'FAILED', failureReason: 'EXECUTION_FAILED', transaction: { status: 'FAILED' } });
    expect(await usage()).toEqual({ count: 0, spend: 0 });
  });

  test.each([
    ['is cancelled before it collects', '005', true],
    ['collects nothing at once', '002', false],
    ['collects nothing later', '005', false],
  ])('%s: its action fails, and does not count', async (_, suffix, isCancelled) => {
    const one = await slowAgent(suffix, policy);
    const { body } = await one.asks.in();
    if (policy === approval) await approve(one.tenant, one.id, body.id);

    if (isCancelled) expect((await one.cancel()).status).toBe(200);
    await one.later(60);

    expect((await one.transaction()).failureReason).toBe('COLLECTION_FAILED');
    expect([await one.stateOf(body.id), await one.usage()]).toEqual([
      ['FAILED', 'EXECUTION_FAILED', 'FAILED'],
      { count: 0, spend: 0 },
    ]);
  });
});
