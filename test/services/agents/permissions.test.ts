// What a pause and the permissions of a policy allow.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bankAccount } from '../../contract/valid-bodies.ts';
import type { Verb } from '../../kit/rest.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { type Connected, connect, everything, newPayer, verdict } from './agents-world.ts';

const world = await sharedWorld();
const own = await newPayer(world);
const { rest: agent } = await connect(world, own.customerId);

describe('permissions and pause', () => {
  const { externalAccountId, transactionId } = own;
  const operations: [Verb, string, string | undefined, object | undefined][] = [
    ['GET', '', undefined, undefined],
    ['GET', '/internal-accounts', 'VIEW_TRANSACTIONS', undefined],
    ['GET', '/transactions', 'VIEW_TRANSACTIONS', undefined],
    ['GET', `/transactions/${transactionId}`, 'VIEW_TRANSACTIONS', undefined],
    ['GET', '/external-accounts', 'MANAGE_EXTERNAL_ACCOUNTS', undefined],
    ['GET', `/external-accounts/${externalAccountId}`, 'MANAGE_EXTERNAL_ACCOUNTS', undefined],
    ['POST', '/external-accounts', 'MANAGE_EXTERNAL_ACCOUNTS', bankAccount()],
    ['DELETE', `/external-accounts/ExternalAccount:${randomUUID()}`, 'MANAGE_EXTERNAL_ACCOUNTS', undefined],
  ];
  const agents = new Map<string, Connected>();
  const agentWith = (name: string): Connected => {
    const found = agents.get(name);
    if (!found) throw new Error(`No agent is ${name}.`);
    return found;
  };
  beforeAll(async () => {
    agents.set('none', await connect(world, own.customerId, { permissions: [] }));
    for (const permission of everything)
      agents.set(permission, await connect(world, own.customerId, { permissions: [permission] }));
    agents.set('paused', await connect(world, own.customerId));
    await world.rest('PATCH', `/agents/${agentWith('paused').id}`, { body: { isPaused: true } });
  });

  test.each(operations)('%s %s requires %s', async (verb, path, needed, body) => {
    const sent = body && { body };
    for (const [name, { rest }] of agents) {
      if (name === 'paused') continue;
      const { status, body: answer } = await rest(verb, path, sent);

      if (needed === undefined || name === needed) expect([name, status]).toEqual([name, expect.toBeOneOf([200, 201, 404])]);
      else {
        const details = { reason: 'PERMISSION_DENIED', permission: needed };
        expect([name, status, answer.code, answer.details]).toEqual([name, 403, 'FORBIDDEN', details]);
      }
    }
  });

  test.each(operations)('%s %s: a paused agent only reads', async (verb, path, _, body) => {
    const answer = await agentWith('paused').rest(verb, path, body && { body });

    if (verb === 'GET') expect(answer.status).toBe(200);
    else expect(verdict(answer)).toEqual([403, 'FORBIDDEN', 'AGENT_PAUSED']);
  });

  test('are checked before the request is read', async () => {
    const wrong = { payload: '{', headers: { 'content-type': 'application/json' } };

    const denied = await agentWith('none').rest('POST', '/external-accounts', wrong);

    expect(verdict(denied)).toEqual([403, 'FORBIDDEN', 'PERMISSION_DENIED']);
    expect((await agent('POST', '/external-accounts', wrong)).status).toBe(400);
  });
});
