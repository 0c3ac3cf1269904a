// Who may call an operation: credentials, permissions, environments.
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Permission, PermissionSchema } from '../../gen/payments/rest/v1/rest_pb.ts';
import { enumNames } from '../../services/kit/messages/json/enums.ts';
import { openWorld } from '../kit/any-world.ts';
import { authenticated, type Operation } from './operations.ts';
import { requestOf, send, unknownId } from './requests.ts';
import { makeThings } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);

/** A valid request for a resource that does not exist, so that it changes nothing. */
function harmless(operation: Operation) {
  const ids = Object.fromEntries(operation.variables.map((name) => [name, unknownId(operation, name)]));
  return { ...requestOf(operation, things), ids };
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const stranger = () => randomBytes(8).toString('hex');

const wrongTokens: { which: string; token: () => string | null }[] = [
  { which: 'no credentials', token: () => null },
  { which: 'empty credentials', token: () => '' },
  { which: 'an unknown client', token: () => basic(`${stranger()}:secret`) },
  { which: 'credentials without a secret', token: () => basic(stranger()) },
  { which: 'credentials that are no base64', token: () => 'Basic !' },
  { which: 'a bearer token', token: () => `Bearer ${stranger()}` },
  { which: 'its own credentials as a bearer token', token: () => world.token.replace('Basic', 'Bearer') },
];

describe.each(wrongTokens)('$which', ({ token }) => {
  test.each(authenticated)('$name answers 401', async (operation) => {
    const { status, body, headers } = await send(world, operation, { ...harmless(operation), token: token() });

    expect([status, body.code, typeof body.reason]).toEqual([401, 'UNAUTHORIZED', 'string']);
    expect(body.details.reason).toBe(body.reason);
    expect(headers['www-authenticate']).toMatch(/^Basic /);
  });
});

test('a wrong secret is refused, and too many of them lock the client out for a while', async () => {
  const tenant = await world.newPlatform();
  const token = basic(`${tenant.clientId}:wrong`);
  const statuses: number[] = [];
  for (const operation of authenticated.slice(0, 25)) {
    const { status } = await send(tenant, operation, { ...harmless(operation), token });
    statuses.push(status);
  }

  expect(statuses).toEqual(statuses.map((_, index) => (index < 20 ? 401 : 429)));
});

const all = [Permission.VIEW, Permission.TRANSACT, Permission.MANAGE];
const nameOf = (permission: Permission) => enumNames(PermissionSchema).byNumber.get(permission) ?? '';

async function tokenWith(permissions: readonly Permission[]): Promise<string> {
  const body = { name: 'part', permissions: permissions.map(nameOf) };
  const { body: made } = await world.rest('POST', '/tokens', { body });
  return basic(`${made.clientId}:${made.clientSecret}`);
}

const tokens = new Map<Permission, string>();
for (const permission of all) tokens.set(permission, await tokenWith([permission]));

const othersThan = ({ route }: Operation) => all.filter((permission) => !route.rule.permissions.includes(permission));
/** Without those that any token may call. */
const selective = authenticated.filter((operation) => othersThan(operation).length > 0);

test.each(selective)('$name is forbidden to a token with every other permission', async (operation) => {
  const token = await tokenWith(othersThan(operation));

  const { status, body } = await send(world, operation, { ...harmless(operation), token });

  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
});

describe.each(authenticated.map((operation) => ({ ...operation, needed: operation.route.rule.permissions })))(
  '$name',
  (operation) => {
    const { needed } = operation;

    test('needs a permission', () => {
      expect(needed.length).toBeGreaterThan(0);
    });

    test.each(needed.map((permission) => ({ permission, name: nameOf(permission) })))(
      'accepts a token with only $name',
      async ({ permission }) => {
        const { status } = await send(world, operation, { ...harmless(operation), token: tokens.get(permission) ?? '' });

        expect([401, 403]).not.toContain(status);
      },
    );
  },
);

test.each(authenticated.filter(({ path }) => path.startsWith('/sandbox/')))(
  '$name is forbidden in production',
  async (operation) => {
    const production = await world.newPlatform({ environment: 'production' });

    const { status, body } = await send(production, operation, { ...harmless(operation), token: production.token });

    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  },
);

test.each(selective)('$name refuses credentials first, then permissions, then the request itself', async (operation) => {
  const wrong = { ...harmless(operation), payload: '{', headers: { 'content-type': 'application/json' } };

  const withoutToken = await send(world, operation, { ...wrong, token: null });
  const withOthers = await send(world, operation, { ...wrong, token: await tokenWith(othersThan(operation)) });

  expect([withoutToken.status, withOthers.status]).toEqual([401, 403]);
});
