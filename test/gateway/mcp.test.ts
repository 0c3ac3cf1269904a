// The MCP server, with the official client library: an agent calls its operations as tools.
import { beforeAll, describe, expect, test } from 'vitest';
import { AgentAuditService } from '../../gen/payments/agents/v1/agent_audit_pb.ts';
import { forAgents } from '../contract/operations.ts';
import { bankAccount } from '../contract/valid-bodies.ts';
import { type Connected, openMcp } from './mcp-world.ts';

const { world, connect, accountId, textOf } = await openMcp();

let agent: Connected;
beforeAll(async () => {
  agent = await connect();
});

describe('tools', () => {
  test('are the operations of agents, with their arguments, and reads are marked', async () => {
    const { tools } = await agent.client.listTools();
    const byName = new Map(tools.map((tool) => [tool.name, tool]));

    expect(tools).toHaveLength(forAgents.length);
    expect(byName.get('get_transaction')).toMatchObject({
      inputSchema: { type: 'object', properties: { transactionId: { type: 'string' } }, required: ['transactionId'] },
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    expect(byName.get('list_transactions')?.inputSchema.properties).toHaveProperty('sortOrder');
    expect(byName.get('create_external_account')).toMatchObject({
      inputSchema: {
        properties: { currency: { type: 'string' }, idempotencyKey: { type: 'string' } },
        required: expect.arrayContaining(['currency']),
      },
      annotations: { readOnlyHint: false },
    });
    for (const { description, inputSchema } of tools) {
      expect(description).not.toBe('');
      expect(JSON.stringify(inputSchema)).not.toContain('#/components');
    }
  });

  test('answer as the operations do', async () => {
    const me = await agent.client.callTool({ name: 'get_agent_me', arguments: {} });
    const page = await agent.client.callTool({
      name: 'list_internal_accounts',
      arguments: { currency: 'USD', limit: 1, cursor: null },
    });
    const token = `Bearer ${agent.accessToken}`;

    expect(me.structuredContent).toEqual((await world.rest('GET', '/agents/me', { token })).body);
    expect(page.structuredContent).toMatchObject({ data: [{ id: accountId }] });
    expect(JSON.parse(textOf(page))).toEqual(page.structuredContent);
  });

  test('write once under a key', async () => {
    const account = { ...bankAccount(), idempotencyKey: 'one' };
    const made = await agent.client.callTool({ name: 'create_external_account', arguments: account });
    const again = await agent.client.callTool({ name: 'create_external_account', arguments: account });
    const id = (made.structuredContent as { id: string }).id;
    const removed = await agent.client.callTool({ name: 'delete_external_account', arguments: { externalAccountId: id } });

    expect(again.structuredContent).toEqual(made.structuredContent);
    expect([textOf(removed), removed.isError]).toEqual(['Done.', undefined]);
  });
});

describe('the credential', () => {
  const initialize = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const post = (headers: Record<string, string>) =>
    world.app.inject({
      method: 'POST',
      url: '/mcp',
      payload: initialize,
      headers: { accept: 'application/json, text/event-stream', ...headers },
    });

  test.each<[string, () => Record<string, string>]>([
    ['none', () => ({})],
    ["the platform's", () => ({ authorization: world.token })],
    ['an unknown one', () => ({ authorization: `Bearer agt_${'0'.repeat(40)}` })],
  ])('%s is refused', async (_, headers) => {
    const { statusCode, headers: answered } = await post(headers());

    expect([statusCode, answered['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  test('is revoked for the next call', async () => {
    const { id, client } = await connect();
    await world.rest('DELETE', `/agents/${id}`);

    await expect(client.callTool({ name: 'get_agent_me', arguments: {} })).rejects.toThrow('The credentials are wrong.');
  });

  test('other verbs are refused', async () => {
    const { statusCode, headers } = await world.app.inject({ method: 'GET', url: '/mcp' });

    expect([statusCode, headers.allow]).toEqual([405, 'POST']);
  });
});

test('the audit names each tool, under the id of its request', async () => {
  const { id, client } = await connect();
  await client.callTool({ name: 'list_external_accounts', arguments: {} });

  const { data } = await world
    .internal(AgentAuditService)
    .listAgentRequests({ agentId: id, operation: 'agentListExternalAccounts' });
  const { data: endpoint } = await world.internal(AgentAuditService).listAgentRequests({ agentId: id, operation: 'mcp' });

  expect(data).toHaveLength(1);
  expect(endpoint.map(({ requestId }) => requestId)).toContain(data[0]?.requestId);
});
