// Session refresh with a new key, over REST.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSealedKey, signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { startWalletWorld } from './wallet-world.ts';

const world = await startWalletWorld();

const list = async (accountId: string) => (await world.rest('GET', `/auth/sessions?accountId=${accountId}`)).body.data;
const idsIn = (sessions: { id: string }[]) => sessions.map(({ id }) => id);
const later = (seconds: number) => new Date(world.wall.now().getTime() + seconds * 1000).toISOString();

test('a refresh opens a session for the new key, and the old one stays active', async () => {
  const old = await world.openSession();
  const key = walletKey();
  const path = `/auth/sessions/${old.id}/refresh`;
  const body = { clientPublicKey: key.uncompressed };

  const issued = await world.rest('POST', path, { body });
  world.wall.advance(1000);
  const refreshed = await world.rest('POST', path, { body, headers: signedHeaders(issued.body, old.key) });
  const again = await world.rest('POST', path, { body, headers: signedHeaders(issued.body, old.key) });

  expect([issued.status, Object.keys(issued.body).sort()]).toEqual([202, ['expiresAt', 'payloadToSign', 'requestId']]);
  expect(JSON.parse(issued.body.payloadToSign)).toEqual({
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

  const { body: issued } = await refresh(old.id);
  const { body: sealed } = await refresh(old.id, signedHeaders(issued, old.key));
  const key = await openSealedKey(sealed.encryptedSessionSigningKey, client);
  const { body: challengedAgain } = await refresh(sealed.id);
  const next = await refresh(sealed.id, signedHeaders(challengedAgain, key));

  expect(sealed.encryptedSessionSigningKey.length).toBeGreaterThanOrEqual(115);
  expect(next.status).toBe(201);
  expect((await list(old.accountId)).map((one: object) => 'encryptedSessionSigningKey' in one)).toEqual([false, false, false]);
});

test('a client of a passkey that sends a compressed key keeps its session key itself', async () => {
  const old = await world.openSession({ type: 'PASSKEY' });
  const options = { body: { clientPublicKey: walletKey().compressed } };
  const path = `/auth/sessions/${old.id}/refresh`;

  const { body: issued } = await world.rest('POST', path, options);
  const { status, body } = await world.rest('POST', path, { ...options, headers: signedHeaders(issued, old.key) });

  expect([status, 'encryptedSessionSigningKey' in body]).toEqual([201, false]);
});

test('a key of a current or earlier session of the account is refused, before the challenge and after it', async () => {
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

test('an ended session cannot be refreshed, and an unknown one is not found', async () => {
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

test('a revoked session cannot be refreshed, neither by a first call nor by a signed retry', async () => {
  const { id, key } = await world.openSession();
  const path = `/auth/sessions/${id}`;
  const body = { clientPublicKey: walletKey().compressed };
  const { body: issued } = await world.rest('POST', `${path}/refresh`, { body });
  const { body: leaving } = await world.rest('DELETE', path);
  await world.rest('DELETE', path, { headers: signedHeaders(leaving, key) });

  const first = await world.rest('POST', `${path}/refresh`, { body });
  const signed = await world.rest('POST', `${path}/refresh`, { body, headers: signedHeaders(issued, key) });

  const refused = [401, 'UNAUTHORIZED', 'Session not active'];
  expect([first, signed].map(({ status, body: { code, reason } }) => [status, code, reason])).toEqual([refused, refused]);
});
