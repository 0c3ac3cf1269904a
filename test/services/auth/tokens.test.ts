// API tokens, over REST: created, used and deleted.
import { expect, test } from 'vitest';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { upToAuth } from '../../kit/world-forms.ts';

const world = await sharedWorld(upToAuth);

const create = (tenant: Tenant, name: string, permissions: readonly string[] = ['VIEW']) =>
  tenant.rest('POST', '/tokens', { body: { name, permissions } });
const basic = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
const list = async (tenant: Tenant, query = '') => (await tenant.rest('GET', `/tokens${query}`)).body;

test('a token is shown with its secret once, and works immediately', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });

  const { status, body } = await create(tenant, 'Back office', ['VIEW', 'TRANSACT', 'VIEW']);

  const { clientSecret, ...shown } = body;
  const now = world.wall.now().toISOString();
  expect(status).toBe(201);
  expect(clientSecret).toMatch(/^[0-9a-f]{48}$/);
  expect(shown).toEqual({
    id: expect.stringMatching(/^Token:[0-9a-f-]{36}$/),
    name: 'Back office',
    permissions: ['VIEW', 'TRANSACT'],
    clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
    createdAt: now,
    updatedAt: now,
  });
  expect((await tenant.rest('GET', `/tokens/${body.id}`)).body).toEqual(shown);
  expect((await tenant.rest('GET', '/config', { token: basic(body) })).body.id).toBe(`PlatformConfig:${tenant.id}`);
});

test('a name is stored without surrounding blanks, which do not count', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const longest = 'a'.repeat(255);

  const { status, body } = await create(tenant, ` ${longest} `);

  expect([status, body.name]).toEqual([201, longest]);
});

test('a name need not be unique', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });

  const statuses = [(await create(tenant, 'same')).status, (await create(tenant, 'same')).status];

  expect(statuses).toEqual([201, 201]);
});

test.each([
  ['no name', { permissions: ['VIEW'] }, 'name'],
  ['an empty name', { name: '', permissions: ['VIEW'] }, 'name'],
  ['a name of blanks', { name: '   ', permissions: ['VIEW'] }, 'name'],
  ['a name that is too long', { name: 'a'.repeat(256), permissions: ['VIEW'] }, 'name'],
  ['no permissions', { name: 'a' }, 'permissions'],
  ['an empty list of permissions', { name: 'a', permissions: [] }, 'permissions'],
  ['an unknown permission', { name: 'a', permissions: ['view'] }, 'permissions.0'],
])('%s is refused', async (_, body, field) => {
  const answer = await world.rest('POST', '/tokens', { body });

  expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
  expect(answer.body.details.errors.map((error: { field: string }) => error.field)).toEqual([field]);
});

test('a token grants nothing that its creator lacks', async () => {
  const tenant = await world.newPlatform({ permissions: [Permission.MANAGE, Permission.VIEW] });

  const refused = await create(tenant, 'more', ['VIEW', 'TRANSACT']);
  const granted = await create(tenant, 'as much', ['VIEW', 'MANAGE']);

  expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
  expect(granted.status).toBe(201);
});

test('a deleted token is invalid for the next request, and gone', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const { body } = await create(tenant, 'short-lived');
  const token = basic(body);
  expect((await tenant.rest('GET', '/config', { token })).status).toBe(200); // now cached by the gateway

  const deleted = await tenant.rest('DELETE', `/tokens/${body.id}`);
  const after = await tenant.rest('GET', '/config', { token });
  const again = await tenant.rest('DELETE', `/tokens/${body.id}`);

  expect([deleted.status, deleted.body]).toEqual([204, undefined]);
  expect([after.status, after.body.code]).toEqual([401, 'UNAUTHORIZED']);
  expect([again.status, again.body.code]).toEqual([404, 'TOKEN_NOT_FOUND']);
});

test('a token cannot delete itself', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const own = (await list(tenant)).data[0].id;

  const answer = await tenant.rest('DELETE', `/tokens/${own}`);

  expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
  expect((await tenant.rest('GET', `/tokens/${own}`)).status).toBe(200);
});

test.each(['Token:01900000-0000-7000-8000-00000000dead', 'Customer:01900000-0000-7000-8000-00000000dead', 'nonsense'])(
  'there is no token %s',
  async (id) => {
    const answers = [await world.rest('GET', `/tokens/${id}`), await world.rest('DELETE', `/tokens/${id}`)];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'TOKEN_NOT_FOUND'],
      [404, 'TOKEN_NOT_FOUND'],
    ]);
  },
);

test('tokens of another platform look unknown', async () => {
  const other = await world.newPlatform({ currencies: ['USD'] });
  const { id } = (await list(other)).data[0];

  const answers = [await world.rest('GET', `/tokens/${id}`), await world.rest('DELETE', `/tokens/${id}`)];

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect((await list(other)).totalCount).toBe(1);
});
