// OIDC identities, registered by ID tokens.
import { describe, expect, test } from 'vitest';
import { idToken } from '../../kit/id-token.ts';
import { openSealedKey, signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { identitiesIn, reason } from './oauth-identities.ts';
import { outcomeOf } from './outcome-of.ts';
import { newAccount, sharedProofWorld } from './proof-world.ts';

const world = await sharedProofWorld();
const { register, seconds, identity } = identitiesIn(world);

describe('registration', () => {
  test.each([
    ['the e-mail', { email: 'ada@example.test' }, 'ada@example.test'],
    ['the subject where there is no e-mail', {}, 'user-1'],
    ['the subject where the e-mail is none', { email: 5 }, 'user-1'],
  ])('is named after %s', async (_, claims, nickname) => {
    const accountId = newAccount();

    const { status, body } = await register(accountId, claims);

    const now = world.wall.now().toISOString();
    const expected = {
      id: expect.stringMatching(/^AuthMethod:/),
      accountId,
      type: 'OAUTH',
      nickname,
      createdAt: now,
      updatedAt: now,
    };
    expect([status, body]).toEqual([201, expected]);
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['another issuer', 'iss', { iss: 'https://login.example.test' }],
    ['no issuer', 'iss', { iss: undefined }],
    ['an empty audience', 'aud', { aud: '' }],
    ['two audiences', 'aud', { aud: ['a', 'b'] }],
    ['no audience', 'aud', { aud: undefined }],
    ['a subject that is a number', 'sub', { sub: 7 }],
    ['an empty subject', 'sub', { sub: ' ' }],
    ['no time', 'iat', { iat: undefined }],
    ['a time that is text', 'iat', { iat: '1' }],
    ['no end', 'exp', { exp: undefined }],
    ['an end that is text', 'exp', { exp: '99999999999' }],
  ])('with %s is refused for its %s', async (_, claim, claims) => {
    expect(outcomeOf(await register(newAccount(), claims))).toEqual([401, 'UNAUTHORIZED', reason(claim)]);
  });

  test.each([
    [65, 201],
    [66, 401],
    [-10, 201],
    [-11, 401],
  ])('with a token %i seconds old is answered %i', async (ageSeconds, status) => {
    expect((await register(newAccount(), { iat: seconds() - ageSeconds })).status).toBe(status);
  });

  test('with a token that ends now is refused', async () => {
    expect(outcomeOf(await register(newAccount(), { exp: seconds() }))).toEqual([401, 'UNAUTHORIZED', reason('exp')]);
    expect((await register(newAccount(), { exp: seconds() + 1 })).status).toBe(201);
  });

  test.each(['sandbox-valid-oidc-token', 'a.b', 'e30.e30.e30.e30', 'e30.W10.x', 'bm8.e30.x', 'e30.e30.+'])(
    'with %s is refused as a field: it is no JWT',
    async (oidcToken) => {
      const answer = await world.rest('POST', '/auth/credentials', {
        body: { type: 'OAUTH', accountId: newAccount(), oidcToken },
      });

      expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
      expect(answer.body.details.errors).toEqual([{ field: 'oidcToken', message: 'must be a JWT' }]);
    },
  );

  test('of the same identity on the same account is refused, whatever its spelling', async () => {
    const { accountId } = await identity();

    const again = await register(accountId, { iss: 'accounts.google.com', aud: ['app'] });
    const other = await register(accountId, { aud: 'another app' });

    expect(outcomeOf(again)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect([other.status, other.body.type]).toEqual([202, 'OAUTH']);
  });

  test('by a signed retry accepts a token that was young at the challenge, but not an expired one', async () => {
    const { accountId, verify } = await identity();
    const client = walletKey();
    const { body: session } = await verify({}, client.uncompressed);
    const key = await openSealedKey(session.encryptedSessionSigningKey, client);
    const add = async (sub: string, lifeSeconds: number) => {
      const oidcToken = idToken(world.wall.now(), { sub, exp: seconds() + lifeSeconds });
      const body = { type: 'OAUTH', accountId, oidcToken };
      const first = await world.rest('POST', '/auth/credentials', { body });
      world.wall.advance(120_000);
      return world.rest('POST', '/auth/credentials', { body, headers: signedHeaders(first.body, key) });
    };

    const added = await add('user-2', 3_600);
    const ended = await add('user-3', 60);

    expect([added.status, added.body.nickname]).toEqual([201, 'user-2']);
    expect(outcomeOf(ended)).toEqual([401, 'UNAUTHORIZED', reason('exp')]);
  });
});
