// Refusals of an agent whose customer has strong customer authentication.
import { expect, test } from 'vitest';
import { logIn, newEuropean, newIban, scaCode } from '../../kit/european.ts';
import { outcome } from '../../kit/rest.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { connect, verdict } from './agents-world.ts';

const world = await sharedWorld();
const { rest } = world;

test('a quote whose execution waits for its customer cannot be executed', async () => {
  const { customerId, accountId } = await newEuropean(rest);
  const payeeId = await newIban(rest, customerId);
  await logIn(rest, customerId);
  const spendingLimits = { currency: 'EUR', perTransactionLimit: 20_000 };
  const agent = await connect(world, customerId, { defaultExecutionMode: 'AUTO', spendingLimits });
  const body = {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: payeeId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
  };
  const { body: quote } = await agent.rest('POST', '/quotes', { body });
  expect((await rest('POST', `/quotes/${quote.id}/execute`)).body.status).toBe('PENDING_AUTHORIZATION');

  const refused = await agent.rest('POST', `/quotes/${quote.id}/execute`);

  expect(verdict(refused)).toEqual([409, 'CONFLICT', 'AUTHORIZATION_PENDING']);
  expect((await rest('GET', `/agents/${agent.id}`)).body.usage).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0 });
});

test('a trusted external account is not deleted: 409', async () => {
  const { customerId } = await newEuropean(rest, { amount: 0 });
  const payeeId = await newIban(rest, customerId);
  const agent = await connect(world, customerId);
  await rest('POST', `/customers/external-accounts/${payeeId}/trust`);
  const trusted = await rest('POST', `/customers/external-accounts/${payeeId}/trust/confirm`, { body: { code: scaCode } });

  const refused = await agent.rest('DELETE', `/external-accounts/${payeeId}`);

  expect([trusted.body.trusted, ...outcome(refused)]).toEqual([true, 409, 'BENEFICIARY_TRUSTED']);
  expect((await agent.rest('GET', `/external-accounts/${payeeId}`)).status).toBe(200);
});
