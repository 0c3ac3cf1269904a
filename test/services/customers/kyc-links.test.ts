// Links to the hosted page over REST: who gets one, for how long, and where it returns to.
import { describe, expect, test } from 'vitest';
import { business, fieldsOf, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();
const day = 24 * 60 * 60 * 1000;

async function newCustomer(body: object): Promise<string> {
  return (await world.rest('POST', '/customers', { body })).body.id;
}

const named = (suffix: string) => newCustomer({ customerType: 'INDIVIDUAL', fullName: `Ada Lovelace ${suffix}` });
const link = (customerId: string, options: object = {}) => world.rest('POST', `/customers/${customerId}/kyc-link`, options);

test('a link needs no body, is valid for a day, and is different each time', async () => {
  const customerId = await named('003');

  const first = await link(customerId);
  const second = await link(customerId);

  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    kycUrl: expect.stringMatching(/^http:\/\/localhost:8080\/kyc\/[\w-]{48}$/),
    expiresAt: new Date(world.wall.now().getTime() + day).toISOString(),
    provider: 'SUMSUB',
  });
  expect(second.body.kycUrl).not.toBe(first.body.kycUrl);
});

test('a link is repeated under its idempotency key', async () => {
  const customerId = await named('003');
  const options = { headers: { 'idempotency-key': 'one-link' } };

  const [first, second] = [await link(customerId, options), await link(customerId, options)];

  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
});

test.each([
  ['001', 'PENDING'],
  ['002', 'REJECTED'],
  ['003', 'UNVERIFIED'],
  ['004', 'APPROVED'],
])('an individual with %s, who is %s, gets one and keeps the status', async (suffix, kycStatus) => {
  const customerId = await named(suffix);

  expect((await link(customerId)).status).toBe(201);

  expect((await world.rest('GET', `/customers/${customerId}`)).body.kycStatus).toBe(kycStatus);
});

test('a business gets one as well', async () => {
  expect((await link(await newCustomer(business))).status).toBe(201);
});

describe('the return address', () => {
  test.each([
    'https://platform.example/back?a=1&b=2#end',
    'HTTPS://platform.example',
    'http://localhost:3000/back',
    'http://127.0.0.1/back',
    'http://[::1]:3000/back',
  ])('can be %s', async (redirectUri) => {
    const { status, body } = await link(await named('003'), { body: { redirectUri } });

    expect(status).toBe(201);
    expect(new URL(body.kycUrl).searchParams.get('redirectUri')).toBe(redirectUri);
  });

  test.each([
    'http://platform.example/back',
    'http://localhost.platform.example/back',
    'javascript:alert(1)',
    'platform://back',
    '/back',
    'https://',
    'https://*/',
    'https://a;sandbox/',
    "https://a' 'unsafe-inline'/",
    'https://user:word@platform.example/',
    `https://platform.example/${'a'.repeat(2048)}`,
  ])('cannot be %s', async (redirectUri) => {
    const { status, body } = await link(await named('003'), { body: { redirectUri } });

    expect([status, body.code, fieldsOf(body)]).toEqual([400, 'INVALID_INPUT', ['redirectUri']]);
    expect(body.details.errors[0].constraint).toEqual({ format: 'url' });
  });
});

test('in production the return address needs https, whatever its host', async () => {
  const production = await world.newPlatform({ environment: 'production' });
  const { body: customer } = await production.rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada' },
  });
  const to = (redirectUri: string) => production.rest('POST', `/customers/${customer.id}/kyc-link`, { body: { redirectUri } });

  const open = await to('http://localhost:3000/back');

  expect([open.status, fieldsOf(open.body)]).toEqual([400, ['redirectUri']]);
  expect((await to('https://platform.example/back')).status).toBe(201);
});

describe('no link is made', () => {
  test.each(['Customer:01900000-0000-7000-8000-00000000dead', 'nobody'])('for %s', async (customerId) => {
    expect(await link(customerId)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
  });

  test("for another platform's customer, or a deleted one", async () => {
    const customerId = await named('003');
    const other = await world.newPlatform();
    const foreign = await other.rest('POST', `/customers/${customerId}/kyc-link`);
    await world.rest('DELETE', `/customers/${customerId}`);

    for (const answer of [foreign, await link(customerId)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
  });

  test('before the contact channels are verified, if a provider requires that', async () => {
    const contacts = { region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };
    const customerId = await newCustomer({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 003', ...contacts });

    expect(await link(customerId)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { reason: 'CONTACT_NOT_VERIFIED' } },
    });
  });
});
