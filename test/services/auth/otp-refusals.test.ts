// One-time codes that open no session: wrong, expired, garbled, or for another key than that of the bundle.
import { expect, test } from 'vitest';
import { encodeStamp, signedHeaders, stampOf, walletKey } from '../../kit/wallet-client.ts';
import { challengesIn } from './challenged-code.ts';
import { sharedCredentialWorld } from './credential-world.ts';
import { outcomeOf } from './outcome-of.ts';

const world = await sharedCredentialWorld();
const { challenged, client } = challengesIn(world);

const noPending = [401, 'UNAUTHORIZED', 'No pending OTP for this credential'];

test('a wrong code is refused, and the fifth invalidates the right one', async () => {
  const { id, bundle } = await challenged();

  const wrong = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    wrong.push(outcomeOf(await client.verify(id, await client.answerTo(bundle, { code: '111111' }))));
  }
  const right = await client.verify(id, await client.answerTo(bundle));

  expect(wrong).toEqual(Array.from({ length: 5 }, () => [401, 'UNAUTHORIZED', 'Invalid OTP code']));
  expect(outcomeOf(right)).toEqual(noPending);
});

test('without a sent code none is valid', async () => {
  const { accountId } = world.wallet();
  const { body: credential } = await client.add(accountId, 'EMAIL_OTP');
  const { bundle } = await challenged();

  expect(outcomeOf(await client.verify(credential.id, await client.answerTo(bundle)))).toEqual(noPending);
});

test('a code is invalid once it was used, replaced, or has expired', async () => {
  const used = await challenged();
  await client.verify(used.id, await client.answerTo(used.bundle));
  const replaced = await challenged();
  await client.challenge(replaced.id);
  const late = await challenged();

  expect(outcomeOf(await client.verify(used.id, await client.answerTo(used.bundle)))).toEqual(noPending);
  expect(outcomeOf(await client.verify(replaced.id, await client.answerTo(replaced.bundle)))).toEqual([
    401,
    'UNAUTHORIZED',
    'Invalid encryptedOtpBundle',
  ]);
  world.wall.advance(300_000);
  expect(outcomeOf(await client.verify(late.id, await client.answerTo(late.bundle)))).toEqual(noPending);
  await world.settle();
  expect(outcomeOf(await client.verify(late.id, await client.answerTo(late.bundle)))).toEqual(noPending);
});

test('an undecryptable bundle, or one without a code, is refused', async () => {
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
    expect(outcomeOf(answer), encryptedOtpBundle).toEqual([401, 'UNAUTHORIZED', 'Invalid encryptedOtpBundle']);
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
    expect(outcomeOf(answer), JSON.stringify(body).slice(0, 60)).toEqual([400, 'INVALID_INPUT', undefined]);
  }
});

test('an unknown credential is not found', async () => {
  const id = 'AuthMethod:01890000-0000-7000-8000-000000000000';

  expect(outcomeOf(await client.verify(id, { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' }))).toEqual([
    404,
    'REFERENCE_NOT_FOUND',
    undefined,
  ]);
  expect(outcomeOf(await client.challenge(id))).toEqual([404, 'REFERENCE_NOT_FOUND', undefined]);
});

test('a key of an earlier session of the account is refused', async () => {
  const { accountId } = world.wallet();
  const { credential, key } = await client.enter(accountId);
  const { body } = await client.challenge(credential.id);

  const answer = await client.verify(
    credential.id,
    await client.answerTo(body.otpEncryptionTargetBundle, { key: key.compressed }),
  );

  expect(outcomeOf(answer)).toEqual([401, 'UNAUTHORIZED', 'Public key already in use']);
});

test('the signed retry is valid only for the key of the bundle and the same body', async () => {
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

  expect(answers.map(outcomeOf)).toEqual([
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
