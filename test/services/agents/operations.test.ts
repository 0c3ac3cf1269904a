// What an agent reads: the same as its platform, and nothing of anybody else.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bankAccount } from '../../contract/valid-bodies.ts';
import type { Verb } from '../../kit/rest.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { connect, newPayer, verdict } from './agents-world.ts';

const world = await sharedWorld();
const other = await world.newPlatform();

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
