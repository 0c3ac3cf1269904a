// What an agent reads and manages for its customer: the same as its platform, and nothing of anybody else.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bankAccount } from '../../contract/valid-bodies.ts';
import { makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import type { Rest, Verb } from '../../kit/rest.ts';
import { newAgent, policy, redeem, verdict } from './agents-world.ts';

const world = await startWorld();
const other = await world.newPlatform();

const everything = ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'];

interface Connected {
  readonly id: string;
  /** Calls as the agent. */
  readonly rest: Rest;
}

async function connect(tenant: Tenant, customerId: string, more: object = {}): Promise<Connected> {
  const { id, code } = await newAgent(tenant, customerId, { policy: policy({ permissions: everything, ...more }) });
  const token = `Bearer ${(await redeem(tenant, code)).body.accessToken}`;
  return { id, rest: (method, path, options = {}) => tenant.rest(method, `/agents/me${path}`, { token, ...options }) };
}

/** A customer with an external account and a transaction. */
async function newPayer({ rest }: Tenant) {
  const { customerId, accountId } = await makePayer(rest, 100_000, ['USD', 'EUR']);
  const externalAccountId = await makePayee(rest, customerId);
  const { transactionId } = await makeQuote(rest, { from: accountId, to: externalAccountId });
  return { customerId, accountId, externalAccountId, transactionId };
}

const own = await newPayer(world);
const neighbour = await newPayer(world);
const foreign = await newPayer(other);
const { rest: agent } = await connect(world, own.customerId);

describe('an agent reads the same as its platform', () => {
  test.each([
    ['/internal-accounts', '/customers/internal-accounts'],
    [
      '/internal-accounts?currency=USD&type=INTERNAL_FIAT&limit=1',
      '/customers/internal-accounts?currency=USD&type=INTERNAL_FIAT&limit=1',
    ],
    ['/internal-accounts?currency=JPY', '/customers/internal-accounts?currency=JPY'],
    ['/transactions', '/transactions'],
    ['/transactions?status=COMPLETED&type=INCOMING&sortOrder=asc', '/transactions?status=COMPLETED&type=INCOMING&sortOrder=asc'],
    ['/external-accounts?limit=1', '/customers/external-accounts?limit=1'],
    ['/external-accounts?currency=JPY', '/customers/external-accounts?currency=JPY'],
  ])('%s', async (path, platformPath) => {
    const { status, body } = await agent('GET', path);
    const asPlatform = await world.rest(
      'GET',
      `${platformPath}${platformPath.includes('?') ? '&' : '?'}customerId=${own.customerId}`,
    );

    expect([status, body]).toEqual([200, asPlatform.body]);
  });

  test('one transaction, and one external account', async () => {
    const { transactionId, externalAccountId } = own;

    expect((await agent('GET', `/transactions/${transactionId}`)).body).toEqual(
      (await world.rest('GET', `/transactions/${transactionId}`)).body,
    );
    expect((await agent('GET', `/external-accounts/${externalAccountId}`)).body).toEqual(
      (await world.rest('GET', `/customers/external-accounts/${externalAccountId}`)).body,
    );
  });

  test('whatever customer the query names', async () => {
    const query = `customerId=${neighbour.customerId}&platformCustomerId=x`;
    for (const path of ['/transactions', '/internal-accounts', '/external-accounts']) {
      expect((await agent('GET', `${path}?${query}`)).body).toEqual((await agent('GET', path)).body);
    }
  });
});

describe.each([
  ['another customer', neighbour],
  ['another platform', foreign],
  ['nobody', { transactionId: `Transaction:${randomUUID()}`, externalAccountId: `ExternalAccount:${randomUUID()}` }],
])('what belongs to %s', (_, { transactionId, externalAccountId }) => {
  test.each([
    ['GET', `/transactions/${transactionId}`, transactionId],
    ['GET', `/external-accounts/${externalAccountId}`, externalAccountId],
    ['DELETE', `/external-accounts/${externalAccountId}`, externalAccountId],
  ] as [Verb, string, string][])('is not found: %s %s', async (verb, path, id) => {
    const [noun, code] = id.startsWith('T') ? ['transaction', 'TRANSACTION'] : ['external account', 'REFERENCE'];
    const { status, body } = await agent(verb, path);

    expect([status, body.code, body.message]).toEqual([404, `${code}_NOT_FOUND`, `There is no ${noun} ${id}.`]);
  });
});

test("the platform's own external account is not found", async () => {
  const { body: account } = await world.rest('POST', '/platform/external-accounts', { body: bankAccount() });

  for (const verb of ['GET', 'DELETE'] as const) {
    expect(verdict(await agent(verb, `/external-accounts/${account.id}`))).toEqual([404, 'REFERENCE_NOT_FOUND', undefined]);
  }
});

describe('accounts that the policy allows', () => {
  test('are the only ones that are listed', async () => {
    const { body: all } = await agent('GET', '/internal-accounts');
    const [first, second] = all.data;
    const some = await connect(world, own.customerId, { accountRestrictions: { allowedAccountIds: [second.id] } });
    const none = await connect(world, own.customerId, { accountRestrictions: { allowedAccountIds: [] } });

    expect([first.id === own.accountId || second.id === own.accountId, all.totalCount]).toEqual([true, all.data.length]);
    expect((await some.rest('GET', '/internal-accounts')).body).toEqual({ data: [second], hasMore: false, totalCount: 1 });
    expect((await none.rest('GET', '/internal-accounts')).body).toEqual({ data: [], hasMore: false, totalCount: 0 });
  });
});

describe('external accounts', () => {
  test('are added for the customer, with or without its id', async () => {
    for (const named of [{}, { customerId: own.customerId }, { customerId: null }]) {
      const { status, body } = await agent('POST', '/external-accounts', { body: { ...bankAccount(), ...named } });

      expect([status, body.customerId]).toEqual([201, own.customerId]);
      expect((await world.rest('GET', `/customers/external-accounts/${body.id}`)).body).toEqual(body);
    }
  });

  test.each([neighbour.customerId, foreign.customerId, `Customer:${randomUUID()}`])(
    'are not added for %s',
    async (customerId) => {
      const { status, body } = await agent('POST', '/external-accounts', { body: { ...bankAccount(), customerId } });

      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    },
  );

  test('are not added twice', async () => {
    const body = bankAccount();
    const { body: first } = await agent('POST', '/external-accounts', { body });

    const again = await agent('POST', '/external-accounts', { body });

    expect([again.status, again.body.code, again.body.details]).toEqual([409, 'CONFLICT', { existingAccountId: first.id }]);
  });

  test('are deleted once', async () => {
    const { body: account } = await agent('POST', '/external-accounts', { body: bankAccount() });
    const path = `/external-accounts/${account.id}`;

    expect((await agent('DELETE', path)).status).toBe(204);
    expect((await agent('DELETE', path)).status).toBe(404);
    expect((await agent('GET', path)).status).toBe(404);
  });

  test('are added once per key, for each agent', async () => {
    const second = await connect(world, own.customerId);
    const [body, headers] = [bankAccount(), { 'idempotency-key': 'one' }];

    const made = await agent('POST', '/external-accounts', { body, headers });
    const again = await agent('POST', '/external-accounts', { body, headers });
    const others = await second.rest('POST', '/external-accounts', { body: bankAccount(), headers });

    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, made.body, 'true']);
    expect([others.status, others.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });
});

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
