// The entries of payments of agents in the ledger: each names the agent and its action.
import { describe, expect, test } from 'vitest';
import { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { logIn, newEuropean, newIban, scaCode } from '../../kit/european.ts';
import { makePayee } from '../../kit/payments.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { approve, type PayingAgent, payingAgent } from './actions-world.ts';

const world = await sharedWorld();
const { rest } = world;
const owner = await payingAgent(world);

const approval = { defaultExecutionMode: 'APPROVAL_REQUIRED' };

/** The agent and the action of each journal of a transaction. */
async function agentsIn(transactionId: string) {
  const { journals } = await world.internal(LedgerService).listJournals({ subject: uuidIn(transactionId) });
  return journals.map(({ step, agent }) => [step, agent && [agent.agentId, agent.actionId]]);
}

const ways: Record<string, (one: PayingAgent) => ReturnType<PayingAgent['execute']>> = {
  'the execution of a quote': async ({ quote, execute }) => execute(await quote()),
  'a transfer out': ({ transferOut }) => transferOut(700),
  'a transfer in': ({ transferIn }) => transferIn(700),
};

describe.each(Object.keys(ways))('%s', (way) => {
  test.each([
    ['at once', {}],
    ['after its approval', approval],
  ])('%s', async (_, policy) => {
    const one = await payingAgent(world, policy, owner);
    const asked = await ways[way]?.(one);
    const action = policy === approval ? (await approve(world, one.id, asked?.body.id)).body : asked?.body;
    await world.settle();

    const entries = await agentsIn(action.transaction.id);

    expect(entries.length).toBeGreaterThan(0);
    expect(entries.map(([, agent]) => agent)).toEqual(entries.map(() => [uuidIn(one.id), uuidIn(action.id)]));
  });
});

test('a refund of a payment that failed later', async () => {
  const payeeId = await makePayee(rest, owner.customerId, '002');
  const one = await payingAgent(world, {}, { ...owner, payeeId });
  const { body: action } = await one.execute(await one.quote());
  await world.settle();

  const entries = await agentsIn(action.transaction.id);

  expect(entries.map(([step]) => step)).toContain('REFUND_DONE');
  expect(entries.map(([, agent]) => agent)).toEqual(entries.map(() => [uuidIn(one.id), uuidIn(action.id)]));
});

test('a payment that its customer authorized', async () => {
  const payer = await newEuropean(rest, { amount: 100_000 });
  await logIn(rest, payer.customerId);
  const payeeId = await newIban(rest, payer.customerId);
  const spendingLimits = { currency: 'EUR', perTransactionLimit: 50_000 };
  const one = await payingAgent(world, { spendingLimits }, { ...payer, payeeId, bankId: payeeId });
  const quoteId = await one.quote();
  const { body: action } = await one.execute(quoteId);
  const proof = { code: scaCode, endUserIpAddress: '198.51.100.7' };
  expect((await rest('POST', `/quotes/${quoteId}/authorize`, { body: proof })).body.status).toBe('COMPLETED');

  const entries = await agentsIn(action.transaction.id);

  expect(entries.length).toBeGreaterThan(0);
  expect(entries.map(([, agent]) => agent)).toEqual(entries.map(() => [uuidIn(one.id), uuidIn(action.id)]));
});

test('a quote of an agent that its platform executes has no action', async () => {
  const one = await payingAgent(world, {}, owner);
  const { body: quote } = await rest('POST', `/quotes/${await one.quote()}/execute`);

  const entries = await agentsIn(quote.transactionId);

  expect(entries.length).toBeGreaterThan(0);
  expect(entries.map(([, agent]) => agent)).toEqual(entries.map(() => [uuidIn(one.id), undefined]));
});

test('a payment of the platform names no agent', async () => {
  const body = { source: { accountId: owner.accountId }, destination: { accountId: owner.bankId }, amount: 700 };
  const { body: transfer } = await rest('POST', '/transfer-out', { body });

  const entries = await agentsIn(transfer.id);

  expect(entries.length).toBeGreaterThan(0);
  expect(entries.map(([, agent]) => agent)).toEqual(entries.map(() => undefined));
});
