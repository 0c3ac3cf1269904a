// Identities at sign-in providers: registered and proven by ID tokens.
import { describe, expect, test } from 'vitest';
import { idToken, nonceFor } from '../../kit/id-token.ts';
import { softPasskey } from '../../kit/passkey.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { openSealedKey, signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { newAccount, registrationOf, startProofWorld } from './proof-world.ts';

const world = await startProofWorld();

const told = ({ status, body }: RestAnswer) => [status, body.code, body.reason];
const reason = (claim: string) => `Invalid OIDC token: ${claim}`;
const seconds = () => Math.floor(world.wall.now().getTime() / 1_000);
const register = (accountId: string, more: Record<string, unknown> = {}) =>
  world.rest('POST', '/auth/credentials', {
    body: { type: 'OAUTH', accountId, oidcToken: idToken(world.wall.now(), more) },
  });

/** A registered identity, and how it is verified. */
async function identity(more: Record<string, unknown> = {}) {
  const accountId = newAccount();
  const { body: credential } = await register(accountId, more);
  const send = (oidcToken: string, clientPublicKey: string) =>
    world.rest('POST', `/auth/credentials/${credential.id}/verify`, { body: { type: 'OAUTH', oidcToken, clientPublicKey } });
  const verify = (claims: Record<string, unknown> = {}, clientPublicKey = walletKey().compressed) =>
    send(idToken(world.wall.now(), { ...more, nonce: nonceFor(clientPublicKey), ...claims }), clientPublicKey);
  return { accountId, credential, send, verify };
}

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
    expect(told(await register(newAccount(), claims))).toEqual([401, 'UNAUTHORIZED', reason(claim)]);
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
    expect(told(await register(newAccount(), { exp: seconds() }))).toEqual([401, 'UNAUTHORIZED', reason('exp')]);
    expect((await register(newAccount(), { exp: seconds() + 1 })).status).toBe(201);
  });

  test.each(['sandbox-valid-oidc-token', 'a.b', 'e30.e30.e30.e30', 'e30.W10.x', 'bm8.e30.x', 'e30.e30.+'])(
    'with %s is refused as a field: it is no JWT',
    async (oidcToken) => {
      const answer = await world.rest('POST', '/auth/credentials', {
        body: { type: 'OAUTH', accountId: newAccount(), oidcToken },
      });

      expect(told(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
      expect(answer.body.details.errors).toEqual([{ field: 'oidcToken', message: 'must be a JWT' }]);
    },
  );

  test('of the same identity on the same account is refused, however its parts are written', async () => {
    const { accountId } = await identity();

    const again = await register(accountId, { iss: 'accounts.google.com', aud: ['app'] });
    const other = await register(accountId, { aud: 'another app' });

    expect(told(again)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect([other.status, other.body.type]).toEqual([202, 'OAUTH']);
  });

  test('by a signed retry takes the token that was young before, and not one that has ended', async () => {
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
    expect(told(ended)).toEqual([401, 'UNAUTHORIZED', reason('exp')]);
  });
});

describe('verification', () => {
  test('opens a session; to an uncompressed key, a session key is sealed', async () => {
    const { accountId, verify } = await identity({ email: 'ada@example.test' });
    const client = walletKey();

    const { status, body } = await verify({}, client.uncompressed);

    const now = world.wall.now();
    const { encryptedSessionSigningKey, ...session } = body;
    expect([status, session]).toEqual([
      200,
      {
        id: expect.stringMatching(/^Session:/),
        accountId,
        type: 'OAUTH',
        nickname: 'ada@example.test',
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + 900_000).toISOString(),
      },
    ]);
    expect((await openSealedKey(encryptedSessionSigningKey, client)).compressed).toMatch(/^0[23]/);
  });

  test('binds the exact text of the key', async () => {
    const { verify } = await identity();
    const key = walletKey().compressed.toUpperCase();

    const right = await verify({}, key);
    const wrong = await verify({ nonce: nonceFor(walletKey().compressed.toLowerCase()) }, walletKey().compressed.toUpperCase());

    expect([right.status, right.body.encryptedSessionSigningKey]).toEqual([200, undefined]);
    expect(told(wrong)).toEqual([401, 'UNAUTHORIZED', reason('nonce')]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['iss', { iss: 'https://appleid.apple.com' }],
    ['aud', { aud: 'another app' }],
    ['sub', { sub: 'user-2' }],
    ['iat', { iat: 0 }],
    ['exp', { exp: 1 }],
    ['nonce', { nonce: undefined }],
  ])('is refused when %s is not that of the credential, or not now', async (claim, claims) => {
    const { verify } = await identity();

    expect(told(await verify(claims))).toEqual([401, 'UNAUTHORIZED', reason(claim)]);
  });

  test('takes a token once', async () => {
    const { send } = await identity();
    const { uncompressed } = walletKey();
    const token = idToken(world.wall.now(), { nonce: nonceFor(uncompressed) });

    const answers = [await send(token, uncompressed), await send(token, uncompressed)];

    expect(answers[0]?.status).toBe(200);
    expect(answers[1] && told(answers[1])).toEqual([401, 'UNAUTHORIZED', reason('nonce')]);
  });

  test('refuses a key that a session of the account had, and then does not use the token up', async () => {
    const { verify } = await identity();
    const { compressed } = walletKey();
    await verify({}, compressed);

    const again = await verify({ jti: '2' }, compressed);

    expect(told(again)).toEqual([400, 'INVALID_INPUT', undefined]);
  });

  test('is held back after ten failures', async () => {
    const { verify } = await identity();
    for (let count = 0; count < 10; count += 1) await verify({ sub: 'somebody else' });

    const held = await verify();

    expect([...told(held), held.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', undefined, '300']);
  });

  test('needs a key of the curve', async () => {
    const { send } = await identity();

    const answer = await send(idToken(world.wall.now()), `04${'11'.repeat(64)}`);

    expect(told(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect(answer.body.details.errors.map(({ field }: { field: string }) => field)).toEqual(['clientPublicKey']);
  });
});

test('an identity has no challenge, and a passkey takes no token', async () => {
  const { credential } = await identity();
  const body = { clientPublicKey: walletKey().compressed };
  const accountId = newAccount();
  const { body: passkey } = await world.rest('POST', '/auth/credentials', { body: registrationOf(softPasskey(), accountId) });
  const proof = { type: 'OAUTH', oidcToken: idToken(world.wall.now()), ...body };

  const challenged = await world.rest('POST', `/auth/credentials/${credential.id}/challenge`, { body });
  const mistaken = await world.rest('POST', `/auth/credentials/${passkey.id}/verify`, { body: proof });

  expect([told(challenged), told(mistaken)]).toEqual([
    [400, 'INVALID_INPUT', undefined],
    [400, 'INVALID_INPUT', undefined],
  ]);
});
