// The amounts in the audit of payments that were denied before they were compared with a limit.
import { expect, test } from 'vitest';
import { AgentAuditService, AgentRequestVerdict } from '../../../gen/payments/agents/v1/agent_audit_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { payingAgent } from './actions-world.ts';

const world = await sharedWorld();
const { DENIED, REFUSED } = AgentRequestVerdict;
const none = { allowedAccountIds: [] };

/** The audit of the only request of an agent with this reason. */
async function auditOf(agentId: string, reason: string) {
  const { data } = await world.internal(AgentAuditService).listAgentRequests({ agentId, reason });
  expect(data).toHaveLength(1);
  return data[0];
}

test.each(['out', 'in'])('a transfer %s with an account that the policy does not allow', async (way) => {
  const one = await payingAgent(world, { accountRestrictions: none });

  const { status } = way === 'out' ? await one.transferOut(700) : await one.transferIn(700);

  const row = await auditOf(one.id, 'ACCOUNT_NOT_ALLOWED');
  expect([status, row]).toMatchObject([403, { verdict: DENIED, amount: 700n, currency: 'USD' }]);
  expect([row?.convertedAmount, row?.convertedCurrency, row?.rate]).toEqual([undefined, undefined, undefined]);
});

test('a quote with an account that the policy does not allow any more', async () => {
  const one = await payingAgent(world);
  const quoteId = await one.quote(1_000);
  await world.rest('PATCH', `/agents/${one.id}/policy`, { body: { accountRestrictions: none } });

  await one.execute(quoteId);

  expect(await auditOf(one.id, 'ACCOUNT_NOT_ALLOWED')).toMatchObject({ verdict: DENIED, amount: 1_000n, currency: 'USD' });
});

test('a quote that was already executed', async () => {
  const one = await payingAgent(world);
  const quoteId = await one.quote(1_000);
  await one.execute(quoteId);

  await one.execute(quoteId);

  const row = { verdict: REFUSED, code: 'CONFLICT', amount: 1_000n, currency: 'USD' };
  expect(await auditOf(one.id, 'QUOTE_ALREADY_EXECUTED')).toMatchObject(row);
});
