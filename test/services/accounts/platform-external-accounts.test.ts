// The platform's own external accounts under their own path.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { unknown } from './answers.ts';
import { bodyOf, specimenOf, specimens } from './external-account-specimens.ts';
import { sharedAccountsWorld } from './external-accounts-world.ts';

const world = await sharedAccountsWorld();

const path = '/platform/external-accounts';
const customersPath = '/customers/external-accounts';
const usd = specimenOf('USD_ACCOUNT');

describe('under /platform', () => {
  test.each(specimens.map((specimen) => [specimen.accountType, specimen] as const))('%s can be created', async (_, specimen) => {
    const own = await world.newPlatform();

    const { status, body } = await own.rest('POST', path, { body: bodyOf(specimen, { top: { platformAccountId: 'treasury' } }) });

    expect([status, body.status, body.platformAccountId]).toEqual([201, 'ACTIVE', 'treasury']);
    expect(body).not.toHaveProperty('customerId');
    expect(await own.rest('GET', `${path}/${String(body.id)}`)).toEqual({ status: 200, body });
    expect(await own.rest('GET', `${customersPath}/${String(body.id)}`)).toEqual({ status: 200, body });
  });

  test('a customer and a default in the body are ignored', async () => {
    const own = await world.newPlatform();
    const top = { customerId: await own.newCustomer(), defaultUmaDepositAccount: true };

    const { status, body } = await own.rest('POST', path, { body: bodyOf(usd, { top }) });

    expect(status).toBe(201);
    expect(body).not.toHaveProperty('customerId');
    expect(body).not.toHaveProperty('defaultUmaDepositAccount');
  });

  test('errors name their fields, in the order of the stages', async () => {
    const own = await world.newPlatform();
    const shape = await own.rest('POST', path, { body: { currency: 'USD', accountInfo: { accountType: 'USD_ACCOUNT' } } });
    const rails = await own.rest('POST', path, {
      body: bodyOf(specimenOf('CNY_ACCOUNT'), { beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'X' } }),
    });
    const currency = await own.rest('POST', path, { body: bodyOf(usd, { top: { currency: 'EUR' } }) });
    const bank = await own.rest('POST', path, { body: bodyOf(usd, { fields: { accountNumber: '777105' } }) });
    const first = await own.rest('POST', path, { body: bodyOf(usd) });
    const again = await own.rest('POST', customersPath, { body: bodyOf(usd) });

    expect([shape, rails, currency, bank].map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'INVALID_INPUT'],
      [400, 'INVALID_INPUT'],
      [400, 'INVALID_CURRENCY'],
      [400, 'INVALID_BANK_ACCOUNT'],
    ]);
    expect([again.status, again.body.details]).toEqual([409, { existingAccountId: first.body.id }]);
  });

  test("customers' accounts are not found, and the platform's own can be deleted", async () => {
    const own = await world.newPlatform();
    const customers = await own.rest('POST', customersPath, {
      body: bodyOf(usd, { top: { customerId: await own.newCustomer() } }),
    });
    const { body } = await own.rest('POST', path, { body: bodyOf(usd) });

    for (const method of ['GET', 'DELETE'] as const) {
      for (const id of [String(customers.body.id), `ExternalAccount:${randomUUID()}`]) {
        expect(await own.rest(method, `${path}/${id}`)).toEqual(unknown(id));
      }
      expect((await own.rest(method, `${path}/ExternalAccount:7`)).status).toBe(404);
    }
    expect((await own.rest('DELETE', `${path}/${String(body.id)}`)).status).toBe(204);
    expect(await own.rest('DELETE', `${path}/${String(body.id)}`)).toEqual(unknown(String(body.id)));
    expect((await own.rest('GET', `${customersPath}/${String(customers.body.id)}`)).status).toBe(200);
  });

  test('a list shows the own accounts, by currency and in pages', async () => {
    const own = await world.newPlatform();
    const customerId = await own.newCustomer();
    const made: unknown[] = [];
    for (const accountType of ['USD_ACCOUNT', 'EUR_ACCOUNT', 'GBP_ACCOUNT'] as const) {
      made.unshift((await own.rest('POST', path, { body: bodyOf(specimenOf(accountType)) })).body);
      await own.rest('POST', customersPath, { body: bodyOf(specimenOf(accountType), { top: { customerId } }) });
      world.tick();
    }

    const all = await own.rest('GET', path);
    const euros = await own.rest('GET', `${path}?currency=EUR`);
    const first = await own.rest('GET', `${path}?limit=2&customerId=${customerId}`);
    const second = await own.rest('GET', `${path}?limit=2&cursor=${String(first.body.nextCursor)}`);

    expect(all.body).toEqual({ data: made, hasMore: false, totalCount: 3 });
    expect(euros.body).toEqual({ data: [made[1]], hasMore: false, totalCount: 1 });
    expect(first.body).toEqual({ data: made.slice(0, 2), hasMore: true, nextCursor: expect.any(String), totalCount: 3 });
    expect(second.body).toEqual({ data: made.slice(2), hasMore: false, totalCount: 3 });
    expect((await own.rest('GET', customersPath)).body.totalCount).toBe(6);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'currency=usd'])('a list with %s is refused', async (query) => {
    const own = await world.newPlatform();

    const { status, body } = await own.rest('GET', `${path}?${query}`);

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('cannot be changed', async () => {
    const own = await world.newPlatform();

    const answer = await own.rest('PATCH', `${path}/ExternalAccount:${randomUUID()}`, { body: {} });

    expect([answer.status, answer.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });
});

test.each(['VIEW', 'TRANSACT', 'MANAGE'] as const)('a token with %s only reads external accounts', async (permission) => {
  const reader = await world.newPlatform({ permissions: [Permission[permission]] });

  for (const place of [path, customersPath]) {
    expect((await reader.rest('GET', place)).status).toBe(200);
    expect((await reader.rest('GET', `${place}/ExternalAccount:${randomUUID()}`)).status).toBe(404);
  }
});

describe('a token with VIEW only', () => {
  test.each([path, customersPath])('reads under %s, and does nothing else', async (place) => {
    const viewer = await world.newPlatform({ permissions: [Permission.VIEW] });
    const url = `${place}/ExternalAccount:${randomUUID()}`;
    const refused = [
      await viewer.rest('POST', place, { body: bodyOf(usd) }),
      await viewer.rest('DELETE', url),
      await viewer.rest('POST', `${url}/challenge`, { body: { method: 'LIVENESS' } }),
      await viewer.rest('POST', `${url}/verify`, { body: { signature: 'x' } }),
    ];

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'FORBIDDEN']));
    expect((await viewer.rest('GET', place)).status).toBe(200);
  });
});
