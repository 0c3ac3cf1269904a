// Sessions of wallet accounts, over REST: listed, ended and revoked.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedHeaders } from '../../kit/wallet-client.ts';
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

test('an account has at most ten active sessions: the oldest one ends', async () => {
  const first = await world.openSession();
  const { accountId, credentialId } = first.session;
  const others = [];
  for (let count = 0; count < 10; count++) {
    world.wall.advance(1000);
    others.push(await world.openSession({ accountId, credentialId }));
  }

  expect(idsIn(await list(first.accountId))).toEqual(idsIn(others).toReversed());
});

test('sessions of another platform, of no account, and of other accounts than wallets are not shown', async () => {
  const { accountId } = await world.openSession();
  const other = await world.newPlatform();

  const foreign = await other.rest('GET', `/auth/sessions?accountId=${accountId}`);
  const unknown = await world.rest('GET', `/auth/sessions?accountId=InternalAccount:${randomUUID()}`);
  const malformed = await world.rest('GET', '/auth/sessions?accountId=1');
  const missing = await world.rest('GET', '/auth/sessions');

  expect([foreign.body, unknown.body]).toEqual([{ data: [] }, { data: [] }]);
  expect([malformed.body.code, missing.body.code]).toEqual(['INVALID_INPUT', 'INVALID_INPUT']);
});

test('a session logs itself out', async () => {
  const own = await world.openSession();
  const path = `/auth/sessions/${own.id}`;

  const issued = await world.rest('DELETE', path);
  const revoked = await world.rest('DELETE', path, { headers: signedHeaders(issued.body, own.key) });
  const again = await world.rest('DELETE', path);

  expect([issued.status, issued.body]).toEqual([
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

test('a session revokes another one of the account, which then cannot sign', async () => {
  const own = await world.openSession();
  const { accountId, credentialId } = own.session;
  const other = await world.openSession({ accountId, credentialId, type: 'OAUTH' });
  const path = `/auth/sessions/${other.id}`;

  const { body: issued } = await world.rest('DELETE', path);
  const revoked = await world.rest('DELETE', path, { headers: signedHeaders(issued, own.key) });
  const { body: ownChallenge } = await world.rest('DELETE', `/auth/sessions/${own.id}`);
  const late = await world.rest('DELETE', `/auth/sessions/${own.id}`, { headers: signedHeaders(ownChallenge, other.key) });

  expect([issued.type, revoked.status]).toEqual(['OAUTH', 204]);
  expect([late.status, late.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
});

test('sessions of two accounts are independent', async () => {
  const one = await world.openSession();
  const other = await world.openSession();

  const { body: issued } = await world.rest('DELETE', `/auth/sessions/${one.id}`);
  const foreign = await world.rest('DELETE', `/auth/sessions/${one.id}`, { headers: signedHeaders(issued, other.key) });

  expect([foreign.status, foreign.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
});
