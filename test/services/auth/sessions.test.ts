// Sessions of wallet accounts, through REST.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSealedKey, signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { startWalletWorld } from './wallet-world.ts';

const world = await startWalletWorld();

const list = async (accountId: string) => (await world.rest('GET', `/auth/sessions?accountId=${accountId}`)).body.data;
const idsIn = (sessions: { id: string }[]) => sessions.map(({ id }) => id);
const later = (seconds: number) => new Date(world.wall.now().getTime() + seconds * 1000).toISOString();

test('the active sessions of an account are listed, newest first, without their keys', async () => {
  const first = await world.openSession();
  world.wall.advance(1000);
  const { accountId, credentialId } = first.session;
  const second = await world.openSession({ accountId, credentialId, type: 'PASSKEY', nickname: 'Phone', webauthnId: 'abc' });

  const sessions = await list(first.accountId);

  expect(idsIn(sessions)).toEqual([second.id, first.id]);
  expect(sessions[0]).toEqual({
    id: second.id,
    accountId: first.accountId,
    type: 'PASSKEY',
    credentialId: 'abc',
    nickname: 'Phone',
    createdAt: later(0),
    updatedAt: later(0),
    expiresAt: later(900),
  });
});

test('a session ends after fifteen minutes', async () => {
  const { accountId } = await world.openSession();

  world.wall.advance(899_999);
  const before = await list(accountId);
  world.wall.advance(1);
  const after = await list(accountId);

  expect([before.length, after.length]).toEqual([1, 0]);
});

test('an account has ten active sessions at most: the oldest makes room', async () => {
  const first = await world.openSession();
  const { accountId, credentialId } = first.session;
  const others = [];
  for (let count = 0; count < 10; count++) {
    world.wall.advance(1000);
    others.push(await world.openSession({ accountId, credentialId }));
  }

  expect(idsIn(await list(first.accountId))).toEqual(idsIn(others).toReversed());
});

test('sessions of another platform, of no account, and of what is no account are not shown', async () => {
  const { accountId } = await world.openSession();
  const other = await world.newPlatform();

  const foreign = await other.rest('GET', `/auth/sessions?accountId=${accountId}`);
  const unknown = await world.rest('GET', `/auth/sessions?accountId=InternalAccount:${randomUUID()}`);
  const malformed = await world.rest('GET', '/auth/sessions?accountId=1');
  const missing = await world.rest('GET', '/auth/sessions');

  expect([foreign.body, unknown.body]).toEqual([{ data: [] }, { data: [] }]);
  expect([malformed.body.code, missing.body.code]).toEqual(['INVALID_INPUT', 'INVALID_INPUT']);
});

test('a session refreshes itself: the new one is for the key that was sent, and the old one lives on', async () => {
  const old = await world.openSession();
  const key = walletKey();
  const path = `/auth/sessions/${old.id}/refresh`;
  const body = { clientPublicKey: key.uncompressed };

  const asked = await world.rest('POST', path, { body });
  world.wall.advance(1000);
  const refreshed = await world.rest('POST', path, { body, headers: signedHeaders(asked.body, old.key) });
  const again = await world.rest('POST', path, { body, headers: signedHeaders(asked.body, old.key) });

  expect([asked.status, Object.keys(asked.body).sort()]).toEqual([202, ['expiresAt', 'payloadToSign', 'requestId']]);
  expect(JSON.parse(asked.body.payloadToSign)).toEqual({
    organizationId: old.session.accountId,
    parameters: { targetPublicKey: key.uncompressed },
    timestampMs: expect.stringMatching(/^\d{13}$/),
    type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
  });
  expect([refreshed.status, refreshed.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^Session:/),
      accountId: old.accountId,
      type: 'EMAIL_OTP',
      nickname: 'zoe@example.test',
      createdAt: later(0),
      updatedAt: later(0),
      expiresAt: later(900),
    },
  ]);
  expect([again.status, again.body.code, again.body.reason]).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
  expect(idsIn(await list(old.accountId))).toEqual([refreshed.body.id, old.id]);
});

test('a client of a passkey that sends an uncompressed key gets its session key sealed, once', async () => {
  const old = await world.openSession({ type: 'PASSKEY', nickname: 'Phone', webauthnId: 'abc' });
  const client = walletKey();
  const body = { clientPublicKey: client.uncompressed };
  const refresh = (id: string, headers = {}) => world.rest('POST', `/auth/sessions/${id}/refresh`, { body, headers });

  const { body: asked } = await refresh(old.id);
  const { body: sealed } = await refresh(old.id, signedHeaders(asked, old.key));
  const key = await openSealedKey(sealed.encryptedSessionSigningKey, client);
  const { body: askedAgain } = await refresh(sealed.id);
  const next = await refresh(sealed.id, signedHeaders(askedAgain, key));

  expect(sealed.encryptedSessionSigningKey.length).toBeGreaterThanOrEqual(115);
  expect(next.status).toBe(201);
  expect((await list(old.accountId)).map((one: object) => 'encryptedSessionSigningKey' in one)).toEqual([false, false, false]);
});

test('a client of a passkey that sends a compressed key holds its session key itself', async () => {
  const old = await world.openSession({ type: 'PASSKEY' });
  const options = { body: { clientPublicKey: walletKey().compressed } };
  const path = `/auth/sessions/${old.id}/refresh`;

  const { body: asked } = await world.rest('POST', path, options);
  const { status, body } = await world.rest('POST', path, { ...options, headers: signedHeaders(asked, old.key) });

  expect([status, 'encryptedSessionSigningKey' in body]).toEqual([201, false]);
});

test('a key that a session of the account has or had is refused, before the challenge and after it', async () => {
  const old = await world.openSession();
  const path = `/auth/sessions/${old.id}/refresh`;
  const body = { clientPublicKey: walletKey().compressed };
  const { body: first } = await world.rest('POST', path, { body });
  const { body: second } = await world.rest('POST', path, { body });

  const same = await world.rest('POST', path, { body: { clientPublicKey: old.key.uncompressed } });
  const taken = await world.rest('POST', path, { body, headers: signedHeaders(first, old.key) });
  const late = await world.rest('POST', path, { body, headers: signedHeaders(second, old.key) });

  expect(taken.status).toBe(201);
  for (const answer of [same, late]) {
    expect([answer.status, answer.body.code, answer.body.details.reason]).toEqual([
      400,
      'INVALID_INPUT',
      'Public key already in use',
    ]);
  }
});

test.each([
  ['no key', {}],
  ['a key that is too short', { clientPublicKey: '02' }],
  ['a key beside the curve', { clientPublicKey: `04${'11'.repeat(64)}` }],
])('refreshing with %s is refused', async (_, body) => {
  const { id } = await world.openSession();

  const answer = await world.rest('POST', `/auth/sessions/${id}/refresh`, { body });

  expect([answer.status, answer.body.code, answer.body.details.errors[0].field]).toEqual([
    400,
    'INVALID_INPUT',
    'clientPublicKey',
  ]);
});

test('a session that has ended is not refreshed, and one that never was is not found', async () => {
  const { id } = await world.openSession();
  const body = { clientPublicKey: walletKey().compressed };
  world.wall.advance(900_000);

  const ended = await world.rest('POST', `/auth/sessions/${id}/refresh`, { body });
  const unknown = await world.rest('POST', `/auth/sessions/Session:${randomUUID()}/refresh`, { body });
  const revoked = await world.rest('DELETE', `/auth/sessions/${id}`);

  expect([ended.status, ended.body.code, ended.body.reason]).toEqual([401, 'UNAUTHORIZED', 'Session not active']);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
  expect([revoked.status, revoked.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('a session that was revoked is not refreshed, neither by a first call nor by one that was signed for', async () => {
  const { id, key } = await world.openSession();
  const path = `/auth/sessions/${id}`;
  const body = { clientPublicKey: walletKey().compressed };
  const { body: asked } = await world.rest('POST', `${path}/refresh`, { body });
  const { body: leaving } = await world.rest('DELETE', path);
  await world.rest('DELETE', path, { headers: signedHeaders(leaving, key) });

  const first = await world.rest('POST', `${path}/refresh`, { body });
  const signed = await world.rest('POST', `${path}/refresh`, { body, headers: signedHeaders(asked, key) });

  const refused = [401, 'UNAUTHORIZED', 'Session not active'];
  expect([first, signed].map(({ status, body: { code, reason } }) => [status, code, reason])).toEqual([refused, refused]);
});

test('a session logs itself out', async () => {
  const own = await world.openSession();
  const path = `/auth/sessions/${own.id}`;

  const asked = await world.rest('DELETE', path);
  const revoked = await world.rest('DELETE', path, { headers: signedHeaders(asked.body, own.key) });
  const again = await world.rest('DELETE', path);

  expect([asked.status, asked.body]).toEqual([
    202,
    {
      type: 'EMAIL_OTP',
      payloadToSign: expect.stringContaining('"type":"ACTIVITY_TYPE_DELETE_API_KEYS"'),
      requestId: expect.stringMatching(/^Request:[0-9a-f-]{36}$/),
      expiresAt: later(300),
    },
  ]);
  expect([revoked.status, revoked.body]).toEqual([204, undefined]);
  expect([again.status, again.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
  expect(await list(own.accountId)).toEqual([]);
});

test('a session revokes another one of the account, which then signs nothing', async () => {
  const own = await world.openSession();
  const { accountId, credentialId } = own.session;
  const other = await world.openSession({ accountId, credentialId, type: 'OAUTH' });
  const path = `/auth/sessions/${other.id}`;

  const { body: asked } = await world.rest('DELETE', path);
  const revoked = await world.rest('DELETE', path, { headers: signedHeaders(asked, own.key) });
  const { body: askedOwn } = await world.rest('DELETE', `/auth/sessions/${own.id}`);
  const late = await world.rest('DELETE', `/auth/sessions/${own.id}`, { headers: signedHeaders(askedOwn, other.key) });

  expect([asked.type, revoked.status]).toEqual(['OAUTH', 204]);
  expect([late.status, late.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
});

test('sessions of two accounts know nothing of each other', async () => {
  const one = await world.openSession();
  const other = await world.openSession();

  const { body: asked } = await world.rest('DELETE', `/auth/sessions/${one.id}`);
  const foreign = await world.rest('DELETE', `/auth/sessions/${one.id}`, { headers: signedHeaders(asked, other.key) });

  expect([foreign.status, foreign.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
});
