// The matrix of credentials: no credential opens an operation that requires another kind, or another holder.
import { describe, expect, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import { authenticated, forAgents, operations } from './operations.ts';
import { requestOf, send } from './requests.ts';
import { makeThings } from './things.ts';
import { actingAgent } from './valid-bodies.ts';

const world = await openWorld();
const things = await makeThings(world);

/** The credential of a new agent of the customer. */
async function connect(): Promise<{ id: string; token: string }> {
  const { body } = await world.rest('POST', '/agents', { body: actingAgent(things.customerId) });
  const redeemed = await world.rest('POST', `/agents/device-codes/${body.deviceCode.code}/redeem`, { token: null });
  return { id: body.agent.id, token: `Bearer ${redeemed.body.accessToken}` };
}

async function revoked(revoke: (id: string) => Promise<unknown>): Promise<string> {
  const { id, token } = await connect();
  await revoke(id);
  return token;
}

const agentsToken = things.accessToken;
const wrongForAgents: [string, string | null][] = [
  ['no credentials', null],
  ['empty credentials', ''],
  ["the platform's credentials", world.token],
  ["the platform's credentials as a bearer token", world.token.replace('Basic', 'Bearer')],
  ['an unknown access token', `Bearer agt_${'0'.repeat(40)}`],
  ['a malformed access token', `${agentsToken}0`],
  ['its access token in capitals', agentsToken.toUpperCase().replace('BEARER', 'Bearer')],
  ['its access token as Basic credentials', `Basic ${Buffer.from(`${agentsToken.slice(7)}:`).toString('base64')}`],
  ['the access token of a deleted agent', await revoked((id) => world.rest('DELETE', `/agents/${id}`))],
  [
    'the access token of an agent that is installed again',
    await revoked(async (id) => {
      await world.rest('PATCH', `/agents/${id}`, { body: { isPaused: true } });
      await world.rest('POST', `/agents/${id}/device-codes`);
    }),
  ],
];

describe.each(wrongForAgents)('%s', (_, token) => {
  test.each(forAgents)('$name answers 401', async (operation) => {
    const { status, body, headers } = await send(world, operation, { ...requestOf(operation, things), token });

    expect([status, body.code, body.details.reason]).toEqual([401, 'UNAUTHORIZED', body.reason]);
    expect(headers['www-authenticate']).toBe('Bearer');
  });
});

test.each(authenticated)('$name refuses the access token of an agent', async (operation) => {
  const request = requestOf(operation, things);

  const { status, body, headers } = await send(world, operation, { ...request, token: agentsToken });

  expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  expect(headers['www-authenticate']).toMatch(/^Basic /);
});

test('every operation requires credentials, except for the proof by a device code', () => {
  const closed = new Set([...authenticated, ...forAgents]);

  expect(operations.filter((operation) => !closed.has(operation)).map(({ id }) => id)).toEqual(['redeemAgentDeviceCode']);
  expect(forAgents.map(({ path }) => path.startsWith('/agents/me'))).toEqual(forAgents.map(() => true));
});

test('a wrong access token is refused before the request is read', async () => {
  const wrong = { payload: '{', headers: { 'content-type': 'application/json' }, token: `Bearer agt_${'1'.repeat(40)}` };
  for (const operation of forAgents.filter(({ json }) => json)) {
    const { status } = await send(world, operation, { ...requestOf(operation, things), ...wrong });
    expect([operation.name, status]).toEqual([operation.name, 401]);
  }
});

test('an agent sees itself, and no other agent', async () => {
  const { id, token } = await connect();

  const own = await world.rest('GET', '/agents/me', { token });

  expect([own.status, own.body.id, own.body.isConnected]).toEqual([200, id, true]);
  expect(own.body).toEqual((await world.rest('GET', `/agents/${id}`)).body);
});
