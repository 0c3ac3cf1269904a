// One-time codes over REST: sent, and proved.
import { expect, test } from 'vitest';
import { encodeStamp, signedHeaders, stampOf, walletKey } from '../../kit/wallet-client.ts';
import { startCredentialWorld, walletClient } from './credential-world.ts';

const world = await startCredentialWorld();
const client = walletClient(world);

/** A credential with a code that was just sent. */
async function challenged() {
  const { accountId } = world.wallet();
  const { body: credential } = await client.add(accountId, 'EMAIL_OTP');
  const { body } = await client.challenge(credential.id);
  return { accountId, credential, id: credential.id as string, bundle: body.otpEncryptionTargetBundle as string };
}

const told = ({ status, body }: { status: number; body: { code?: string; reason?: string } }) => [status, body.code, body.reason];
const noPending = [401, 'UNAUTHORIZED', 'No pending OTP for this credential'];

test('a challenge sends a code, and answers the key to encrypt it to', async () => {
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

test('the code and a signature by the key that came with it open a session', async () => {
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

test('the same first leg again is answered the same while its request is open', async () => {
  const { id, bundle } = await challenged();
  const key = walletKey();
  const body = await client.answerTo(bundle, { key: key.compressed });
  const first = await client.verify(id, body);

  const again = await client.verify(id, body);
  await client.verify(id, body, signedHeaders(first.body, key));
  const afterwards = await client.verify(id, body);

  expect([again.status, again.body]).toEqual([202, first.body]);
  expect(told(afterwards)).toEqual(noPending);
});

test('the same first leg several times at once is answered the same', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, bundle } = await challenged();
    const body = await client.answerTo(bundle);

    const answers = await Promise.all([1, 2, 3, 4].map(() => client.verify(id, body)));

    const [first] = answers;
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(answers.map(() => [202, first?.body]));
  }
});

test('a wrong code is refused, and the fifth burns the right one', async () => {
  const { id, bundle } = await challenged();

  const wrong = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    wrong.push(told(await client.verify(id, await client.answerTo(bundle, { code: '111111' }))));
  }
  const right = await client.verify(id, await client.answerTo(bundle));

  expect(wrong).toEqual(Array.from({ length: 5 }, () => [401, 'UNAUTHORIZED', 'Invalid OTP code']));
  expect(told(right)).toEqual(noPending);
});

test('a code is dead when it was used, replaced, or its time is over', async () => {
  const used = await challenged();
  await client.verify(used.id, await client.answerTo(used.bundle));
  const replaced = await challenged();
  await client.challenge(replaced.id);
  const late = await challenged();

  expect(told(await client.verify(used.id, await client.answerTo(used.bundle)))).toEqual(noPending);
  expect(told(await client.verify(replaced.id, await client.answerTo(replaced.bundle)))).toEqual([
    401,
    'UNAUTHORIZED',
    'Invalid encryptedOtpBundle',
  ]);
  world.wall.advance(300_000);
  expect(told(await client.verify(late.id, await client.answerTo(late.bundle)))).toEqual(noPending);
  await world.settle();
  expect(told(await client.verify(late.id, await client.answerTo(late.bundle)))).toEqual(noPending);
});

test('what cannot be decrypted, or holds no code, is refused', async () => {
  const [one, other] = [await challenged(), await challenged()];
  const bundles = [
    'no json',
    '{}',
    '{"encappedPublic":"04","ciphertext":"00"}',
    JSON.stringify({ encappedPublic: `04${'00'.repeat(64)}`, ciphertext: '00' }),
    (await client.answerTo(other.bundle)).encryptedOtpBundle,
    (await client.answerTo(one.bundle, { key: 'no key' })).encryptedOtpBundle,
    (await client.answerTo(one.bundle, { key: `02${'ff'.repeat(32)}` })).encryptedOtpBundle,
  ];

  for (const encryptedOtpBundle of bundles) {
    const answer = await client.verify(one.id, { type: 'EMAIL_OTP', encryptedOtpBundle });
    expect(told(answer), encryptedOtpBundle).toEqual([401, 'UNAUTHORIZED', 'Invalid encryptedOtpBundle']);
  }
});

test('a body that is no proof of this credential is refused', async () => {
  const { id, bundle } = await challenged();
  const { encryptedOtpBundle } = await client.answerTo(bundle);
  const bodies = [
    { type: 'SMS_OTP', encryptedOtpBundle },
    { type: 'EMAIL_OTP' },
    { type: 'EMAIL_OTP', encryptedOtpBundle: JSON.parse(encryptedOtpBundle) },
    { type: 'EMAIL_OTP', encryptedOtpBundle: 'x'.repeat(4097) },
    { encryptedOtpBundle },
  ];

  for (const body of bodies) {
    const answer = await client.verify(id, body);
    expect(told(answer), JSON.stringify(body).slice(0, 60)).toEqual([400, 'INVALID_INPUT', undefined]);
  }
});

test('an unknown credential is not found', async () => {
  const id = 'AuthMethod:01890000-0000-7000-8000-000000000000';

  expect(told(await client.verify(id, { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' }))).toEqual([
    404,
    'REFERENCE_NOT_FOUND',
    undefined,
  ]);
  expect(told(await client.challenge(id))).toEqual([404, 'REFERENCE_NOT_FOUND', undefined]);
});

test('a key that a session of the account has had is refused', async () => {
  const { accountId } = world.wallet();
  const { credential, key } = await client.enter(accountId);
  const { body } = await client.challenge(credential.id);

  const answer = await client.verify(
    credential.id,
    await client.answerTo(body.otpEncryptionTargetBundle, { key: key.compressed }),
  );

  expect(told(answer)).toEqual([401, 'UNAUTHORIZED', 'Public key already in use']);
});

test('the second leg is for the key in the bundle alone, and for the same body', async () => {
  const { id, bundle } = await challenged();
  const key = walletKey();
  const body = await client.answerTo(bundle, { key: key.compressed });
  const { body: first } = await client.verify(id, body);
  const headers = signedHeaders(first, key);
  const foreign = walletKey();
  const otherBody = await client.answerTo(bundle, { key: key.compressed });
  const named = encodeStamp({ publicKey: key.compressed, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: '3006020101020101' });

  const answers = [
    await client.verify(id, body, { 'request-id': first.requestId }),
    await client.verify(id, body, { 'service-wallet-signature': headers['service-wallet-signature'] ?? '' }),
    await client.verify(id, body, { ...headers, 'request-id': 'Request:01890000-0000-7000-8000-000000000000' }),
    await client.verify(id, otherBody, headers),
    await client.verify(id, body, { ...headers, 'service-wallet-signature': 'no stamp' }),
    await client.verify(id, body, { ...headers, 'service-wallet-signature': stampOf(first.payloadToSign, foreign) }),
    await client.verify(id, body, { ...headers, 'service-wallet-signature': named }),
    await client.verify(id, body, headers),
  ];

  expect(answers.map(told)).toEqual([
    [401, 'WALLET_SIGNATURE_MISSING', undefined],
    [401, 'REQUEST_ID_MISSING', undefined],
    [401, 'UNAUTHORIZED', 'Unknown Request-Id'],
    [401, 'WALLET_SIGNATURE_BODY_MISMATCH', undefined],
    [401, 'WALLET_SIGNATURE_MALFORMED', 'Invalid Service-Wallet-Signature'],
    [401, 'WALLET_SIGNATURE_INVALID', 'Invalid Service-Wallet-Signature'],
    [401, 'WALLET_SIGNATURE_INVALID', 'Invalid Service-Wallet-Signature'],
    [200, undefined, undefined],
  ]);
});

test('the stamp that older sandbox clients send opens a session of the sealed key', async () => {
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
  expect(told(reused)).toEqual([401, 'UNAUTHORIZED', 'Public key already in use']);
});
