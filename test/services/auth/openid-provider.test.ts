// Production fetches the issuer's keys: against a real provider with key rotation.
import { generateKeyPairSync, type webcrypto } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from 'oidc-provider';
import { afterAll, expect, test, vi } from 'vitest';
import { nonceFor } from '../../kit/id-token.ts';
import { walletKey } from '../../kit/wallet-client.ts';
import { newAccount, startProofWorld } from './proof-world.ts';

let provider: Provider;
let serving: RequestListener;
const requestedPaths: string[] = [];
const server = createServer((request, response) => {
  requestedPaths.push(request.url ?? '');
  serving(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const world = await startProofWorld({ mode: 'production', settings: { oidcIssuers: [issuer] } });
vi.useFakeTimers({ toFake: ['Date'] });
for (const level of ['warn', 'info'] as const) vi.spyOn(console, level).mockReturnValue(); // the provider's advice for production
const oidc = await import('oidc-provider');
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.close();
});

test('keys for tokens are fetched every five minutes, or if one is unknown', async () => {
  serveKeys(newKey('first'));
  pass(300);
  newRequests();
  const { credential, verify } = await identity();
  expect([credential.nickname, (await verify()).status, newRequests()]).toEqual(['ada@example.test', 200, fetched]);

  serveKeys(newKey('second'));
  pass(31);
  expect([(await verify()).status, newRequests()]).toEqual([200, fetched]);

  serveKeys(newKey('third'));
  expect([(await verify()).status, newRequests()]).toEqual([401, []]);

  pass(300);
  expect([(await verify()).status, newRequests()]).toEqual([200, fetched]);
});

test('ES256 is accepted', async () => {
  serveKeys(newKey('curve', 'ES256'));
  pass(300);

  const { verify } = await identity();

  expect((await verify()).status).toBe(200);
});

test.each<[string, (token: string) => string]>([
  ['a spoiled signature', (token) => `${token.slice(0, -6)}AAAAAA`],
  ['no signature', (token) => token.slice(0, token.lastIndexOf('.') + 1)],
  ['the algorithm none', (token) => `${encoded({ alg: 'none' })}.${token.split('.')[1]}.`],
  ['another algorithm', (token) => `${encoded({ alg: 'HS256', kid: 'first' })}.${token.split('.').slice(1).join('.')}`],
])('a token with %s is refused', async (_, spoil) => {
  serveKeys(newKey('first'));
  pass(300);

  const { status, body } = await register(spoil(await tokenFor()));

  expect([status, body]).toEqual([401, { status: 401, code: 'UNAUTHORIZED', message: 'The proof is invalid.' }]);
});

test.each([
  [60, 201],
  [61, 401],
  [-5, 201],
  [-6, 401],
])('a token %i seconds old is answered %i: the limit of the contract', async (ageSeconds, status) => {
  serveKeys(newKey('first'));
  pass(300);
  const token = await tokenFor({ ageSeconds });

  expect((await register(token)).status).toBe(status);
});

test('a token proves its subject and the client key, once', async () => {
  serveKeys(newKey('first'));
  pass(300);
  const { send } = await identity();
  const { compressed: key } = walletKey();
  const right = await tokenFor({ nonce: nonceFor(key) });

  const answers = [
    await send(await tokenFor({ nonce: nonceFor(key), sub: 'user-2' }), key),
    await send(await tokenFor({ nonce: nonceFor(walletKey().compressed) }), key),
    await send(await tokenFor(), key),
    await send(right, key),
    await send(right, walletKey().compressed),
  ];

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 200, 401]);
  expect(answers[0]?.body).toEqual({ status: 401, code: 'UNAUTHORIZED', message: 'The proof is invalid.' });
});

test.each<[string, object]>([
  ['another issuer', { issuer: 'https://other.test', jwks_uri: 'https://other.test/keys' }],
  ['no keys', {}],
  ['keys that are no address of the web', { jwks_uri: 'ftp://other.test/keys' }],
])('a provider that names %s proves nothing', async (_, named) => {
  serveKeys(newKey('first'));
  pass(300);
  const token = await tokenFor();
  serving = (_request, response) => void response.end(JSON.stringify({ issuer, ...named }));

  const { status, body } = await register(token);

  expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
});

test('a platform of the sandbox needs a genuine signature, too', async () => {
  serveKeys(newKey('first'));
  pass(300);
  const sandbox = await world.newPlatform({ environment: 'sandbox' });
  const token = await tokenFor();
  const unsigned = `${token.slice(0, token.lastIndexOf('.'))}.c2lnbmF0dXJl`;
  const add = (oidcToken: string) =>
    sandbox.rest('POST', '/auth/credentials', { body: { type: 'OAUTH', accountId: newAccount(), oidcToken } });

  const [refused, genuine] = [await add(unsigned), await add(token)];

  expect([refused.status, refused.body]).toEqual([401, { status: 401, code: 'UNAUTHORIZED', message: 'The proof is invalid.' }]);
  expect(genuine.status).toBe(201);
});

test('the former magic token of the sandbox is invalid', async () => {
  const { status, body } = await register('sandbox-valid-oidc-token');

  expect([status, body.code, body.reason]).toEqual([400, 'INVALID_INPUT', undefined]);
  expect(body.details.errors.map(({ field }: { field: string }) => field)).toEqual(['oidcToken']);
});

const fetched = ['/.well-known/openid-configuration', '/jwks'];
const encoded = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
const newRequests = () => requestedPaths.splice(0).filter((path) => path !== '/token');

/** Time passes here and at the provider. */
function pass(seconds: number): void {
  world.wall.advance(seconds * 1_000);
}

function register(oidcToken: string, accountId = newAccount()) {
  return world.rest('POST', '/auth/credentials', { body: { type: 'OAUTH', accountId, oidcToken } });
}

/** An identity, registered and verified with tokens of the provider. */
async function identity() {
  const { body: credential } = await register(await tokenFor());
  const send = (oidcToken: string, clientPublicKey: string) =>
    world.rest('POST', `/auth/credentials/${credential.id}/verify`, { body: { type: 'OAUTH', oidcToken, clientPublicKey } });
  const verify = async () => {
    const { compressed } = walletKey();
    return send(await tokenFor({ nonce: nonceFor(compressed) }), compressed);
  };
  return { credential, send, verify };
}

type Key = webcrypto.JsonWebKey & { kid: string; alg: 'RS256' | 'ES256' };

function newKey(kid: string, alg: Key['alg'] = 'RS256'): Key {
  const { privateKey } =
    alg === 'RS256' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
}

const redirectUri = 'https://app.test/cb';

/** A provider with this key replaces the previous one. */
function serveKeys(key: Key): void {
  const client = { client_id: 'app', client_secret: 'secret', redirect_uris: [redirectUri] };
  provider = new oidc.Provider(issuer, {
    jwks: { keys: [key as never] },
    clients: [{ ...client, id_token_signed_response_alg: key.alg }],
    claims: { openid: ['sub', 'email'] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, email: 'ada@example.test' }) }),
    pkce: { required: () => false },
  });
  serving = provider.callback();
}

interface Claims {
  readonly nonce?: string;
  readonly sub?: string;
  readonly ageSeconds?: number;
}

/** An ID token from the token endpoint, for a user who has consented. */
async function tokenFor({ nonce, sub = 'user-1', ageSeconds = 0 }: Claims = {}): Promise<string> {
  vi.setSystemTime(world.wall.now().getTime() - ageSeconds * 1_000);
  const grant = new provider.Grant({ clientId: 'app', accountId: sub });
  grant.addOIDCScope('openid');
  const code = new provider.AuthorizationCode({
    client: await provider.Client.find('app'),
    accountId: sub,
    grantId: await grant.save(),
    gty: 'authorization_code',
    redirectUri,
    scope: 'openid',
    ...(nonce !== undefined && { nonce }),
  } as never);
  const form = { grant_type: 'authorization_code', code: await code.save(), redirect_uri: redirectUri };
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('app:secret').toString('base64')}` },
    body: new URLSearchParams(form),
  });
  const { id_token: idToken, ...rest } = (await answer.json()) as { id_token?: string };
  if (idToken === undefined) throw new Error(`The provider gave no ID token: ${JSON.stringify(rest)}`);
  return idToken;
}
