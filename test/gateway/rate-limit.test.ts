// Rate limits per token and agent.
import { expect, test } from 'vitest';
import { rateLimit } from '../../services/kit/calls/rate-limit.ts';
import type { Caller } from '../../services/kit/core/caller.ts';
import { startWorld } from '../kit/platform.ts';
import { ManualWall } from '../kit/wall.ts';
import { newAgent, newCustomer, redeem } from '../services/agents/agents-world.ts';

const world = await startWorld({ callsPerSecond: 2 });

const caller = (tokenId: string): Caller => ({
  platformId: 'p',
  environment: 'sandbox',
  permissions: [],
  clockOffsetMs: 0,
  tokenId,
});

test('a burst of twice the rate passes, then calls at the rate, for each token separately', () => {
  const wall = new ManualWall();
  const limit = rateLimit(50, wall);
  const passed = (tokenId: string, calls: number) => {
    const attempts = Array.from({ length: calls }, () => {
      try {
        return limit(caller(tokenId)) ?? 'passed';
      } catch (error) {
        return error;
      }
    });
    return attempts.filter((attempt) => attempt === 'passed').length;
  };

  expect(passed('a', 120)).toBe(100);
  expect(passed('b', 10)).toBe(10);
  wall.advance(500);
  expect(passed('a', 120)).toBe(25);
  expect(() => limit(caller('a'))).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 1 }));
});

test('a refused call says when to retry, stores no idempotency key, and affects no other token', async () => {
  const [tenant, other] = [await world.newPlatform(), await world.newPlatform()];
  const create = () =>
    tenant.rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
      headers: { 'idempotency-key': 'one' },
    });
  for (let call = 0; call < 4; call++) await tenant.rest('GET', '/config');

  const refused = await create();
  const elsewhere = await other.rest('GET', '/config');
  world.wall.advance(1_000);
  const again = await create();

  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
  expect([refused.headers['x-should-retry'], elsewhere.status]).toEqual([undefined, 200]);
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
});

test('each agent has its own limit', async () => {
  const tenant = await world.newPlatform();
  const { customerId } = await newCustomer(tenant);
  world.wall.advance(1_000);
  const tokens = [await newAgent(tenant, customerId), await newAgent(tenant, customerId)];
  const [first, second] = await Promise.all(tokens.map(async ({ code }) => (await redeem(tenant, code)).body.accessToken));
  const me = async (token: string) => (await tenant.rest('GET', '/agents/me', { token: `Bearer ${token}` })).status;
  const statuses: number[] = [];
  for (let call = 0; call < 5; call++) statuses.push(await me(first));

  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect(await me(second)).toBe(200);
});

test('a call of a tool is one request of its agent, and so is any other message of MCP', async () => {
  const tenant = await world.newPlatform();
  const { customerId } = await newCustomer(tenant);
  world.wall.advance(1_000);
  const { code } = await newAgent(tenant, customerId);
  const { accessToken } = (await redeem(tenant, code)).body;
  const send = async (payload: object) => {
    const headers = { accept: 'application/json, text/event-stream', authorization: `Bearer ${accessToken}` };
    return (await world.app.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode;
  };
  const call = (name: string) => send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });
  const list = () => send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

  const statuses = [
    await call('get_agent_me'),
    await call('list_actions'),
    await list(),
    await call('none'),
    await call('get_agent_me'),
  ];

  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});
