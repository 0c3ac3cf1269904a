// Errors of the MCP server: they tell a model what was wrong, and what it can do.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { bankAccount } from '../contract/valid-bodies.ts';
import { type Connected, openMcp } from './mcp-world.ts';

const { world, connect, textOf } = await openMcp();
let agent: Connected;
beforeAll(async () => {
  agent = await connect();
});
const unknown = `Transaction:${randomUUID()}`;

test.each<[string, string, object, RegExp]>([
  ['a missing id', 'get_transaction', {}, /^transactionId: is required$/],
  [
    'an unknown id',
    'get_transaction',
    { transactionId: unknown },
    /^TRANSACTION_NOT_FOUND: There is no transaction Transaction:.*\.$/,
  ],
  ['a wrong value', 'list_transactions', { limit: 0 }, /^INVALID_INPUT: .*\nlimit: /],
  ['a wrong body', 'create_external_account', { currency: 5 }, /^INVALID_INPUT: .*\n(.*\n)*currency: /],
])('%s', async (_, name, given, text) => {
  const result = await agent.client.callTool({ name, arguments: { ...given } });

  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(text);
});

test('a missing permission', async () => {
  const { client } = await connect({ permissions: [] });

  const result = await client.callTool({ name: 'list_transactions', arguments: {} });

  expect(textOf(result)).toContain('Reason: PERMISSION_DENIED.');
  expect(textOf(result)).toContain('The platform can add the permission VIEW_TRANSACTIONS to the policy of this agent.');
});

test('a pause', async () => {
  const { id, client } = await connect();
  await world.rest('PATCH', `/agents/${id}`, { body: { isPaused: true } });

  const result = await client.callTool({ name: 'create_external_account', arguments: bankAccount() });

  expect(textOf(result)).toContain('Reason: AGENT_PAUSED.');
  expect((await client.callTool({ name: 'get_agent_me', arguments: {} })).isError).toBeUndefined();
});

test('an unknown tool', async () => {
  await expect(agent.client.callTool({ name: 'print_money', arguments: {} })).rejects.toThrow('There is no tool print_money.');
});
