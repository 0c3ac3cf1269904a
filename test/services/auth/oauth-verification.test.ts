// OIDC identities, verified by ID tokens.
import { describe, expect, test } from 'vitest';
import { idToken, nonceFor } from '../../kit/id-token.ts';
import { softPasskey } from '../../kit/passkey.ts';
import { openSealedKey, walletKey } from '../../kit/wallet-client.ts';
import { identitiesIn, reason } from './oauth-identities.ts';
import { outcomeOf } from './outcome-of.ts';
import { newAccount, registrationOf, sharedProofWorld } from './proof-world.ts';

const world = await sharedProofWorld();
const { identity } = identitiesIn(world);

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
    expect(outcomeOf(wrong)).toEqual([401, 'UNAUTHORIZED', reason('nonce')]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['iss', { iss: 'https://appleid.apple.com' }],
    ['aud', { aud: 'another app' }],
    ['sub', { sub: 'user-2' }],
    ['iat', { iat: 0 }],
    ['exp', { exp: 1 }],
    ['nonce', { nonce: undefined }],
  ])('is refused if %s does not match the credential, or is not current', async (claim, claims) => {
    const { verify } = await identity();

    expect(outcomeOf(await verify(claims))).toEqual([401, 'UNAUTHORIZED', reason(claim)]);
  });

  test('needs no signature, and ignores one', async () => {
    const { credential } = await identity();
    const clientPublicKey = walletKey().compressed;
    const oidcToken = idToken(world.wall.now(), { nonce: nonceFor(clientPublicKey) });

    const { status } = await world.rest('POST', `/auth/credentials/${credential.id}/verify`, {
      body: { type: 'OAUTH', oidcToken, clientPublicKey },
      headers: { 'service-wallet-signature': 'scribble', 'request-id': 'Request:1' },
    });

    expect(status).toBe(200);
  });

  test('judges the age of a token by real time, even if the platform clock is ahead', async () => {
    const { verify } = await identity();
    await world.advance(3_600);
    const seconds = Math.floor(world.wall.now().getTime() / 1_000);

    const fresh = await verify({ iat: seconds, exp: seconds + 300 });
    const old = await verify({ iat: seconds - 66, jti: '2' });

    expect(fresh.status).toBe(200);
    expect(outcomeOf(old)).toEqual([401, 'UNAUTHORIZED', reason('iat')]);
  });

  test('accepts a token once', async () => {
    const { send } = await identity();
    const { uncompressed } = walletKey();
    const token = idToken(world.wall.now(), { nonce: nonceFor(uncompressed) });

    const answers = [await send(token, uncompressed), await send(token, uncompressed)];

    expect(answers[0]?.status).toBe(200);
    expect(answers[1] && outcomeOf(answers[1])).toEqual([401, 'UNAUTHORIZED', reason('nonce')]);
  });

  test('refuses a key of an earlier session of the account, and then does not use up the token', async () => {
    const { verify } = await identity();
    const { compressed } = walletKey();
    await verify({}, compressed);

    const again = await verify({ jti: '2' }, compressed);

    expect(outcomeOf(again)).toEqual([400, 'INVALID_INPUT', undefined]);
  });

  test('is locked after ten failures', async () => {
    const { verify } = await identity();
    for (let count = 0; count < 10; count += 1) await verify({ sub: 'another person' });

    const held = await verify();

    expect([...outcomeOf(held), held.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', undefined, '300']);
  });

  test.each(['sandbox-valid-oidc-token', 'a.b', 'e30.W10.x'])('with %s is refused as a field: it is no JWT', async (token) => {
    const { send } = await identity();

    const answer = await send(token, walletKey().compressed);

    expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect(answer.body.details.errors).toEqual([{ field: 'oidcToken', message: 'must be a JWT' }]);
  });

  test('needs a key on the curve', async () => {
    const { send } = await identity();

    const answer = await send(idToken(world.wall.now()), `04${'11'.repeat(64)}`);

    expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect(answer.body.details.errors.map(({ field }: { field: string }) => field)).toEqual(['clientPublicKey']);
  });
});

test('an identity has no challenge, and a passkey accepts no token', async () => {
  const { credential } = await identity();
  const body = { clientPublicKey: walletKey().compressed };
  const accountId = newAccount();
  const { body: passkey } = await world.rest('POST', '/auth/credentials', { body: registrationOf(softPasskey(), accountId) });
  const proof = { type: 'OAUTH', oidcToken: idToken(world.wall.now()), ...body };

  const challenged = await world.rest('POST', `/auth/credentials/${credential.id}/challenge`, { body });
  const mistaken = await world.rest('POST', `/auth/credentials/${passkey.id}/verify`, { body: proof });

  expect([outcomeOf(challenged), outcomeOf(mistaken)]).toEqual([
    [400, 'INVALID_INPUT', undefined],
    [400, 'INVALID_INPUT', undefined],
  ]);
});
