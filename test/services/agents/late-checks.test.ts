// The checks of the plain operation take place when a payment runs: at once, or when it is approved.
import { expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { outcome } from '../../kit/rest.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { newSepaBank } from '../transfers/transfers-world.ts';
import { approve, type PayingAgent, payingAgent } from './actions-world.ts';

const world = await sharedWorld();
const approval = { defaultExecutionMode: 'APPROVAL_REQUIRED' };
const ways = ['out', 'in'] as const;

const usd = { currencyCode: 'USD', minAmount: 1, maxAmount: 1_000_000, enabledTransactionTypes: ['INCOMING', 'OUTGOING'] };
const configure = async ({ rest }: Tenant, more: object) => {
  const entry = { ...usd, requiredCounterpartyFields: [], ...more };
  expect((await rest('PATCH', '/config', { body: { supportedCurrencies: [entry] } })).status).toBe(200);
};

/** A customer, with an agent of each mode. */
async function scene() {
  const tenant = await world.newPlatform();
  const auto = await payingAgent(tenant);
  return { tenant, auto, asking: await payingAgent(tenant, approval, auto) };
}

const transfer = (agent: PayingAgent, way: (typeof ways)[number]) =>
  way === 'out' ? agent.transferOut(700, { remittanceInformation: 'Rent' }) : agent.transferIn(700);

async function transactionOf({ rest }: Tenant, { id }: PayingAgent) {
  const { data } = (await rest('GET', '/transactions')).body;
  return data.find(({ agentId }: { agentId?: string }) => agentId === id);
}

type Scene = Awaited<ReturnType<typeof scene>>;

const hindrances: readonly [string, (one: Scene) => Promise<unknown>, readonly [number, string]][] = [
  [
    'the platform does not use the currency',
    ({ tenant }) => configure(tenant, { currencyCode: 'EUR' }),
    [400, 'INVALID_CURRENCY'],
  ],
  ['the amount is too small', ({ tenant }) => configure(tenant, { minAmount: 701 }), [400, 'AMOUNT_OUT_OF_RANGE']],
  [
    'the account is frozen',
    ({ tenant, auto: { accountId } }) =>
      tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change: InternalAccountChange.FROZEN }),
    [400, 'INVALID_INPUT'],
  ],
];

for (const way of ways) {
  test.each(hindrances)(`a transfer ${way} waits even if %s; its approval fails it`, async (_, hinder, refusal) => {
    const one = await scene();
    await hinder(one);

    expect(outcome(await transfer(one.auto, way))).toEqual(refusal);
    const asked = await transfer(one.asking, way);
    const waiting = await transactionOf(one.tenant, one.asking);
    const approved = await approve(one.tenant, one.asking.id, asked.body.id);

    expect([asked.status, asked.body.status]).toEqual([201, 'PENDING_APPROVAL']);
    expect(waiting).toMatchObject({ status: 'PENDING', sentAmount: { amount: 700, currency: { code: 'USD' } } });
    const transaction = { id: waiting.id, status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' };
    const failed = { status: 'FAILED', failureReason: 'EXECUTION_FAILED', transaction };
    expect([approved.status, approved.body]).toMatchObject([200, failed]);
    expect(await one.asking.usage()).toEqual({ count: 0, spend: 0 });
  });

  test(`a transfer ${way} that fails such a check only while it waits runs like any other`, async () => {
    const { tenant, auto, asking } = await scene();
    await configure(tenant, { minAmount: 701 });
    const asked = await transfer(asking, way);
    const waiting = await transactionOf(tenant, asking);
    await configure(tenant, {});

    const approved = await approve(tenant, asking.id, asked.body.id);

    const plain = (await transfer(auto, way)).body.transaction;
    const { transaction } = approved.body;
    const ofEach = ['id', 'agentId', 'reconciliationInstructions', 'createdAt', 'updatedAt', 'settledAt', 'expectedSettlementAt'];
    const without = (body: object) => Object.fromEntries(Object.entries(body).filter(([key]) => !ofEach.includes(key)));
    expect([approved.body.status, without(transaction)]).toEqual(['APPROVED', without(plain)]);
    const { id, reconciliationInstructions, createdAt } = waiting;
    expect(transaction).toMatchObject({ id, reconciliationInstructions, createdAt });
    expect((await tenant.rest('GET', `/transactions/${id}`)).body).toEqual(transaction);
  });

  test(`a transfer ${way} fails if the check fails when it is approved`, async () => {
    const { tenant, asking } = await scene();
    const asked = await transfer(asking, way);
    await configure(tenant, { maxAmount: 699 });

    const approved = await approve(tenant, asking.id, asked.body.id);

    expect(approved.body).toMatchObject({
      status: 'FAILED',
      failureReason: 'EXECUTION_FAILED',
      transaction: { status: 'FAILED' },
    });
  });
}

test.each(ways)('a transfer %s in two currencies waits, and its approval fails it', async (way) => {
  const { tenant, auto } = await scene();
  const bankId = await newSepaBank(tenant, auto.customerId);
  const asking = await payingAgent(tenant, approval, { ...auto, bankId });

  const asked = await transfer(asking, way);
  const approved = await approve(tenant, asking.id, asked.body.id);

  expect([asked.status, approved.body.status, approved.body.transaction.status]).toEqual([201, 'FAILED', 'FAILED']);
});
