// The audit of the requests of agents: a row for each, with its outcome.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AgentAuditService, AgentRequestVerdict } from '../../../gen/payments/agents/v1/agent_audit_pb.ts';
import { bankAccount } from '../../contract/valid-bodies.ts';
import { startWorld } from '../../kit/platform.ts';
import type { Rest } from '../../kit/rest.ts';
import { newAgent, newCustomer, policy, redeem } from './agents-world.ts';

const world = await startWorld({ callsPerSecond: 20 });
const { ALLOWED, DENIED, REFUSED } = AgentRequestVerdict;
const audit = world.internal(AgentAuditService);

async function connect(permissions: readonly string[]) {
  const { customerId } = await newCustomer(world);
  const { id, code } = await newAgent(world, customerId, { policy: policy({ permissions }) });
  return { id, token: `Bearer ${(await redeem(world, code)).body.accessToken}` };
}

/** A call in its own millisecond, so that the audit is in its order. */
const call: Rest = (verb, path, options) => {
  world.wall.advance(1);
  return world.rest(verb, path, options);
};

/** Verdict, code and reason of each request of an agent, oldest first. */
async function outcomesOf(agentId: string) {
  const { data } = await audit.listAgentRequests({ agentId });
  return data.toReversed().map(({ operation, verdict, code, reason }) => [operation, verdict, code, reason]);
}

test('each request has a row with its outcome', async () => {
  const { id, token } = await connect(['MANAGE_EXTERNAL_ACCOUNTS']);
  const account = bankAccount();
  const headers = { 'idempotency-key': 'one' };
  await call('GET', '/agents/me', { token });
  await call('GET', '/agents/me/transactions', { token });
  await call('POST', '/agents/me/external-accounts', { token, body: account, headers });
  await call('POST', '/agents/me/external-accounts', { token, body: account, headers });
  await call('POST', '/agents/me/external-accounts', { token, body: account });
  await call('GET', `/agents/me/external-accounts/ExternalAccount:${randomUUID()}`, { token });
  await call('POST', '/agents/me/external-accounts', { token, body: {} });
  await call('PATCH', `/agents/${id}`, { body: { isPaused: true } });
  await call('POST', '/agents/me/external-accounts', { token, body: account });

  expect(await outcomesOf(id)).toEqual([
    ['getAgentMe', ALLOWED, undefined, undefined],
    ['agentListTransactions', DENIED, 'FORBIDDEN', 'PERMISSION_DENIED'],
    ['agentCreateExternalAccount', ALLOWED, undefined, undefined],
    ['agentCreateExternalAccount', ALLOWED, undefined, undefined],
    ['agentCreateExternalAccount', REFUSED, 'CONFLICT', undefined],
    ['agentGetExternalAccount', REFUSED, 'REFERENCE_NOT_FOUND', undefined],
    ['agentCreateExternalAccount', undefined, undefined, undefined],
    ['agentCreateExternalAccount', DENIED, 'FORBIDDEN', 'AGENT_PAUSED'],
  ]);
});

test('a request that is too frequent has a row, and one with a revoked credential has none', async () => {
  const { id, token } = await connect([]);
  const statuses: number[] = [];
  for (let call = 0; call < 41; call++) statuses.push((await world.rest('GET', '/agents/me', { token })).status);
  world.wall.advance(1_000);
  await world.rest('DELETE', `/agents/${id}`);
  await world.rest('GET', '/agents/me', { token });
  const { totalCount, data } = await audit.listAgentRequests({ agentId: id, limit: 100 });

  expect([statuses.at(-1), totalCount]).toEqual([429, 41n]);
  expect(data.filter(({ verdict }) => verdict === undefined)).toHaveLength(1);
});

test('requests are filtered, and listed in pages', async () => {
  const [first, second] = [await connect(['VIEW_TRANSACTIONS']), await connect([])];
  for (const path of ['', '/transactions', '/internal-accounts', '/external-accounts'])
    for (const { token } of [first, second])
      await call('GET', `/agents/me${path}`, { token, headers: { 'x-request-id': `audit${path.replace('/', '.')}` } });
  const operationsOf = async (filter: object) => {
    const { data } = await audit.listAgentRequests({ agentId: second.id, ...filter });
    return data.map(({ operation }) => operation);
  };
  const all = await operationsOf({});
  const { data: rows } = await audit.listAgentRequests({ agentId: second.id });
  const pages: unknown[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await audit.listAgentRequests({ agentId: second.id, limit: 3, ...(cursor && { cursor }) });
    pages.push(...page.data);
    cursor = page.nextCursor;
  }

  expect(all).toEqual(['agentListExternalAccounts', 'agentListInternalAccounts', 'agentListTransactions', 'getAgentMe']);
  expect(pages).toEqual(rows);
  expect(await operationsOf({ verdict: ALLOWED })).toEqual(['getAgentMe']);
  expect(await operationsOf({ reason: 'PERMISSION_DENIED', operation: 'agentListTransactions' })).toEqual([
    'agentListTransactions',
  ]);
  const at = rows[3]?.createdAt;
  expect(at && (await operationsOf({ startDate: at }))).toEqual(all);
  expect(at && (await operationsOf({ endDate: { ...at, seconds: at.seconds - 1n } }))).toEqual([]);
  expect(await operationsOf({ agentId: 'x' })).toEqual([]);
  expect(rows.map(({ requestId }) => requestId)).toContain('audit.transactions');
});

test('another platform sees none of them, and no platform can call the audit', async () => {
  const other = await world.newPlatform();

  expect((await other.internal(AgentAuditService).listAgentRequests({})).totalCount).toBe(0n);
  await expect(world.client(AgentAuditService).listAgentRequests({})).rejects.toThrow('This operation is internal.');
});
