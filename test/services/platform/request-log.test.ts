// The log of the REST requests of a sandbox platform.
import { expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { withRequestLog } from '../../kit/world-forms.ts';

const world = await sharedWorld(withRequestLog);
const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' };

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Logged = any; // oxlint-disable-line typescript/no-explicit-any

const listed = async ({ rest }: Tenant, query = '') => (await rest('GET', `/sandbox/requests?${query}`)).body.data as Logged[];

/** The entries, oldest first, once there are as many. */
async function logged(tenant: Tenant, count: number, query = ''): Promise<Logged[]> {
  await expect.poll(async () => (await listed(tenant, query)).length).toBe(count);
  return (await listed(tenant, query)).toReversed();
}

const shown = async ({ rest }: Tenant, { id }: Logged) => (await rest('GET', `/sandbox/requests/${id}`)).body;

test('a request appears with its bodies, without secrets', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const person = { ...ada, idType: 'SSN', identifier: '123-45-6789', nickname: 'unknown' };
  const made = await tenant.rest('POST', '/customers?note=1', { body: person, headers: { 'x-request-id': 'mine' } });
  const { body: token } = await tenant.rest('POST', '/tokens', { body: { name: 'second', permissions: ['VIEW'] } });

  const [first, second] = await logged(tenant, 2);

  const { tokenId } = first;
  expect(first).toEqual({
    id: expect.stringMatching(/^Request:/),
    requestId: 'mine',
    method: 'POST',
    path: '/2025-10-13/customers?note=1',
    operation: 'createCustomer',
    status: 201,
    durationMs: expect.any(Number),
    startedAt: expect.any(String),
    tokenId: expect.stringMatching(/^Token:/),
    resources: expect.arrayContaining([made.body.id]),
  });
  expect(await shown(tenant, first)).toEqual({
    ...first,
    requestBody: { ...person, identifier: '***' },
    responseBody: made.body,
  });
  expect(await shown(tenant, second)).toMatchObject({
    tokenId,
    operation: 'createToken',
    responseBody: { ...token, clientSecret: '***' },
  });
});

test('an error links to its entry', async () => {
  const tenant = await world.newPlatform();

  const { headers, body } = await tenant.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', region: 'XX' } });

  const [entry] = await logged(tenant, 1);
  const link = `</2025-10-13/sandbox/requests?requestId=${headers['x-request-id']}>; rel="related"`;
  expect(headers.link).toContain(link);
  expect(await listed(tenant, `requestId=${headers['x-request-id']}`)).toEqual([entry]);
  expect(entry).toMatchObject({ status: 400, errorCode: 'INVALID_INPUT' });
  expect((await shown(tenant, entry)).responseBody).toEqual(body);
});

test('lists are filtered, and paged in both directions', async () => {
  const tenant = await world.newPlatform();
  const { body: customer } = await tenant.rest('POST', '/customers', { body: ada });
  await tenant.rest('GET', `/customers/${customer.id}`);
  await tenant.rest('GET', '/customers/Customer:x');
  await tenant.rest('GET', '/config');
  const all = await logged(tenant, 4);

  const operations = async (query: string) => (await listed(tenant, query)).map(({ operation }) => operation);
  expect(await operations('failed=true')).toEqual(['getCustomer']);
  expect(await operations('failed=false&method=GET')).toEqual(['getConfig', 'getCustomer']);
  expect(await operations('status=201')).toEqual(['createCustomer']);
  expect(await operations('operation=getConfig')).toEqual(['getConfig']);
  expect(await operations(`resource=${customer.id}`)).toEqual(['getCustomer', 'createCustomer']);
  expect(await operations('since=2099-01-01T00:00:00Z')).toEqual([]);

  const first = (await tenant.rest('GET', '/sandbox/requests?limit=3')).body;
  const rest = (await tenant.rest('GET', `/sandbox/requests?limit=3&cursor=${first.nextCursor}`)).body;
  expect([...first.data, ...rest.data]).toEqual(all.toReversed());
  expect([first.hasMore, rest.hasMore]).toEqual([true, false]);
  const later = (await tenant.rest('GET', `/sandbox/requests?limit=2&after=${all[0].id}`)).body;
  expect(later).toEqual({ data: [all[1], all[2]], hasMore: true });
  const both = await tenant.rest('GET', `/sandbox/requests?after=${all[0].id}&cursor=${first.nextCursor}`);
  expect([both.status, both.body.details.errors[0].field]).toEqual([400, 'cursor']);
});

test('reading the log, requests that opt out, and requests without a platform are not logged', async () => {
  const [tenant, other] = [await world.newPlatform(), await world.newPlatform()];
  await tenant.rest('GET', '/sandbox/requests');
  await tenant.rest('GET', '/config', { headers: { 'service-request-log': 'off' } });
  await tenant.rest('GET', '/config', { token: 'Basic bm86b25l' });
  await tenant.rest('GET', '/tokens');

  const [entry] = await logged(tenant, 1);

  expect(entry.operation).toBe('listTokens');
  expect(await listed(other)).toEqual([]);
  const foreign = await other.rest('GET', `/sandbox/requests/${entry.id}`);
  expect([foreign.status, foreign.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('production platforms have no log', async () => {
  const tenant = await world.newPlatform({ environment: 'production' });

  await tenant.rest('GET', '/config');
  const { status, body } = await tenant.rest('GET', '/sandbox/requests');

  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
});

test('a reset clears the log', async () => {
  const tenant = await world.newPlatform();
  await tenant.rest('POST', '/customers', { body: ada });
  await logged(tenant, 1);

  await tenant.rest('POST', '/sandbox/reset', { body: {} });

  await expect.poll(async () => (await listed(tenant)).map(({ operation }) => operation)).toEqual(['resetPlatform']);
});
