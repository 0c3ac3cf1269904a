// One-time codes over REST: sent, and verified.
import { expect, test } from 'vitest';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { challengesIn } from './challenged-code.ts';
import { sharedCredentialWorld } from './credential-world.ts';
import { outcomeOf } from './outcome-of.ts';

const world = await sharedCredentialWorld();
const { client, challenged } = challengesIn(world);

const noPending = [401, 'UNAUTHORIZED', 'No pending OTP for this credential'];

test('a challenge sends a code, and returns the key to encrypt it to', async () => {
  const { accountId } = world.wallet();
  const { body: credential } = await client.add(accountId, 'EMAIL_OTP');
  world.wall.advance(5_000);

  const { status, body } = await client.challenge(credential.id);

  const { otpEncryptionTargetBundle, ...shown } = body;
  expect([status, shown]).toEqual([200, { ...credential, updatedAt: world.wall.now().toISOString() }]);
  expect(JSON.parse(otpEncryptionTargetBundle)).toEqual({
    version: 'v1.0.0',
    data: expect.stringMatching(/^[0-9a-f]+$/),
    dataSignature: expect.stringMatching(/^30[0-9a-f]+$/),
    enclaveQuorumPublic: expect.stringMatching(/^04[0-9a-f]{128}$/),
  });
});

test.each(['{"clientPublicKey":7}', '{"clientPublicKey":"02ab"}', '{"clientPublicKey":null}', '[]', '7', 'null', '""'])(
  'a challenge for a code ignores the body %s',
  async (payload) => {
    const { body: credential } = await client.add(world.wallet().accountId, 'EMAIL_OTP');
    const headers = { 'content-type': 'application/json' };

    const { status, body } = await world.rest('POST', `/auth/credentials/${credential.id}/challenge`, { payload, headers });

    expect([status, body.otpEncryptionTargetBundle]).toEqual([200, expect.any(String)]);
  },
);

test('the code and a signature by the sealed key open a session', async () => {
  const { accountId, credential, id, bundle } = await challenged();
  const key = walletKey();
  const body = await client.answerTo(bundle, { key: key.compressed });

  const first = await client.verify(id, body);
  const second = await client.verify(id, body, signedHeaders(first.body, key));

  const now = world.wall.now();
  const wholeSecond = Math.floor(now.getTime() / 1000) * 1000;
  const expiresAt = new Date(wholeSecond + 300_000).toISOString();
  expect([first.status, first.body]).toEqual([
    202,
    { type: 'EMAIL_OTP', payloadToSign: expect.any(String), requestId: expect.any(String), expiresAt },
  ]);
  const [header = '', claims = ''] = first.body.payloadToSign.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'ES256', typ: 'JWT' });
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    id: expect.any(String),
    verification_type: 'OTP_TYPE_EMAIL',
    contact: 'zoe@example.test',
    organization_id: accountId.slice('InternalAccount:'.length),
    public_key: key.compressed,
    exp: String(Date.parse(expiresAt)),
  });
  expect([second.status, second.body]).toEqual([
    200,
    {
      id: expect.stringMatching(/^Session:/),
      accountId,
      type: 'EMAIL_OTP',
      nickname: credential.nickname,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      expiresAt: new Date(wholeSecond + 900_000).toISOString(),
    },
  ]);
});

test('a key that was sealed uncompressed is the same key', async () => {
  const { id, bundle } = await challenged();
  const key = walletKey();
  const body = await client.answerTo(bundle, { key: key.uncompressed });

  const first = await client.verify(id, body);
  const second = await client.verify(id, body, signedHeaders(first.body, key));

  expect([second.status, 'encryptedSessionSigningKey' in second.body]).toEqual([200, false]);
});

test('the same first leg returns the same answer while its request is open', async () => {
  const { id, bundle } = await challenged();
  const key = walletKey();
  const body = await client.answerTo(bundle, { key: key.compressed });
  const first = await client.verify(id, body);

  const again = await client.verify(id, body);
  await client.verify(id, body, signedHeaders(first.body, key));
  const afterwards = await client.verify(id, body);

  expect([again.status, again.body]).toEqual([202, first.body]);
  expect(outcomeOf(afterwards)).toEqual(noPending);
});

test('the same first leg, sent concurrently, returns the same answer', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, bundle } = await challenged();
    const body = await client.answerTo(bundle);

    const answers = await Promise.all([1, 2, 3, 4].map(() => client.verify(id, body)));

    const [first] = answers;
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(answers.map(() => [202, first?.body]));
  }
});

test('the stamp of older sandbox clients opens a session of the sealed key', async () => {
  const { id, bundle } = await challenged();
  const key = walletKey();
  const body = await client.answerTo(bundle, { key: key.compressed });
  const { body: first } = await client.verify(id, body);

  const { status } = await client.verify(id, body, {
    'service-wallet-signature': 'sandbox-valid-signature',
    'request-id': first.requestId,
  });
  const { body: again } = await client.challenge(id);
  const reused = await client.verify(id, await client.answerTo(again.otpEncryptionTargetBundle, { key: key.compressed }));

  expect(status).toBe(200);
  expect(outcomeOf(reused)).toEqual([401, 'UNAUTHORIZED', 'Public key already in use']);
});
