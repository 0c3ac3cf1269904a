// A payment over MCP, from the quote to the approval of the platform by REST.
import { expect, test } from 'vitest';
import { AgentAuditService, AgentRequestVerdict } from '../../gen/payments/agents/v1/agent_audit_pb.ts';
import { makePayee, quoteBody } from '../kit/payments.ts';
import { type Connected, openMcp } from './mcp-world.ts';

const { world, connect, customerId, accountId, textOf } = await openMcp();
const payee = await makePayee(world.rest, customerId);

type Result = Awaited<ReturnType<Connected['client']['callTool']>>;

/** The quote of a payment, and its execution. */
async function pay({ client }: Connected, amount: number): Promise<Result> {
  const quote = await client.callTool({ name: 'create_quote', arguments: quoteBody({ from: accountId, to: payee, amount }) });
  expect(quote.isError, textOf(quote)).toBeUndefined();
  return client.callTool({ name: 'execute_quote', arguments: { quoteId: idIn(quote) } });
}

const idIn = ({ structuredContent }: Result) => (structuredContent as { id: string }).id;

test('a payment runs at once if the policy allows it', async () => {
  const agent = await connect();

  const { structuredContent } = await pay(agent, 1_000);

  expect(structuredContent).toMatchObject({ status: 'APPROVED', type: 'EXECUTE_QUOTE', transaction: { status: 'COMPLETED' } });
});

test('a payment waits for its approval, and the agent sees the decision', async () => {
  const agent = await connect({ defaultExecutionMode: 'APPROVAL_REQUIRED' });

  const waiting = await pay(agent, 1_000);
  const actionId = idIn(waiting);
  const approved = await world.rest('POST', `/agents/${agent.id}/actions/${actionId}/approve`);
  const seen = await agent.client.callTool({ name: 'get_action', arguments: { actionId } });

  expect(textOf(waiting)).toContain(`Call get_action with the actionId ${actionId} later to see its decision.`);
  expect([approved.status, approved.body.status]).toEqual([200, 'APPROVED']);
  expect(seen.structuredContent).toEqual(approved.body);
});

test('a denied payment says which limit applies and what remains', async () => {
  const agent = await connect({ spendingLimits: { currency: 'USD', perTransactionLimit: 20_000, dailyLimit: 2_500 } });
  await pay(agent, 1_000);

  const denied = await pay(agent, 2_000);

  expect(denied.isError).toBe(true);
  expect(textOf(denied)).toBe(
    [
      'FORBIDDEN: Daily limit would be exceeded.',
      'Reason: DAILY_LIMIT.',
      'Limit: 2500. Used: 1000. Remaining: 1500. Requested: 2000. Amounts are in the smallest unit of USD.',
    ].join('\n'),
  );
});

test('the audit has the amount of each payment that the policy judged', async () => {
  const agent = await connect({ spendingLimits: { currency: 'USD', perTransactionLimit: 1_500 } });
  await pay(agent, 1_000);
  await pay(agent, 2_000);

  const { data } = await world
    .internal(AgentAuditService)
    .listAgentRequests({ agentId: agent.id, operation: 'agentExecuteQuote' });

  const allowed = data.find(({ verdict }) => verdict === AgentRequestVerdict.ALLOWED);
  const denied = data.find(({ verdict }) => verdict === AgentRequestVerdict.DENIED);
  expect(data).toHaveLength(2);
  expect(allowed).toMatchObject({
    amount: 1_000n,
    currency: 'USD',
    convertedAmount: 1_000n,
    convertedCurrency: 'USD',
    rate: '1',
  });
  const limit = { code: 'FORBIDDEN', reason: 'PER_TRANSACTION_LIMIT' };
  expect(denied).toMatchObject({ ...limit, amount: 2_000n, convertedAmount: 2_000n, rate: '1' });
});
