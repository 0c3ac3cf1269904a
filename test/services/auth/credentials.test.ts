// Code credentials, created and listed over REST.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { outcome } from '../../kit/rest.ts';
import { signedHeaders, stampOf, walletKey } from '../../kit/wallet-client.ts';
import { sharedCredentialWorld, walletClient } from './credential-world.ts';

const world = await sharedCredentialWorld();
const client = walletClient(world);

test('the first credential of an account is created immediately', async () => {
  const { accountId } = world.wallet();

  const { status, body } = await client.add(accountId, 'EMAIL_OTP');

  const now = world.wall.now().toISOString();
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^AuthMethod:[0-9a-f-]{36}$/),
      accountId,
      type: 'EMAIL_OTP',
      nickname: 'zoe@example.test',
      createdAt: now,
      updatedAt: now,
    },
  ]);
  expect(await client.list(accountId)).toEqual([body]);
});

test('signature headers of a first credential are ignored', async () => {
  const { accountId } = world.wallet();

  const { status, body } = await client.add(accountId, 'SMS_OTP', { 'request-id': 'Request:any' });

  expect([status, body.type, body.nickname]).toEqual([201, 'SMS_OTP', '+14155550100']);
});

test('of two concurrent first credentials, one is created and the other needs a signature', async () => {
  const { accountId } = world.wallet();

  const answers = await Promise.all([client.add(accountId, 'EMAIL_OTP'), client.add(accountId, 'SMS_OTP')]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 202]);
});

test('a further credential is created by a signed retry, and its code is sent', async () => {
  const { accountId } = world.wallet();
  const { key } = await client.enter(accountId);
  world.wall.advance(1_000);

  const { status, body: challenge } = await client.add(accountId, 'SMS_OTP');
  const added = await client.add(accountId, 'SMS_OTP', signedHeaders(challenge, key));

  expect([status, challenge]).toEqual([
    202,
    {
      type: 'SMS_OTP',
      payloadToSign: expect.any(String),
      requestId: expect.stringMatching(/^Request:/),
      expiresAt: new Date(Math.floor(world.wall.now().getTime() / 1000) * 1000 + 300_000).toISOString(),
    },
  ]);
  expect(JSON.parse(challenge.payloadToSign)).toEqual({
    organizationId: accountId.slice('InternalAccount:'.length),
    parameters: { userPhoneNumber: '+14155550100' },
    timestampMs: String(world.wall.now().getTime()),
    type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
  });
  expect([added.status, added.body.type, typeof added.body.otpEncryptionTargetBundle]).toEqual([201, 'SMS_OTP', 'string']);
  const listed = await client.list(accountId);
  expect(listed.map(({ type }: { type: string }) => type)).toEqual(['EMAIL_OTP', 'SMS_OTP']);
  expect(listed.some((credential: object) => 'otpEncryptionTargetBundle' in credential)).toBe(false);
});

test('the code of an added credential opens a session', async () => {
  const { accountId } = world.wallet();
  const { key } = await client.enter(accountId);
  const { body: challenge } = await client.add(accountId, 'SMS_OTP');
  const { body: added } = await client.add(accountId, 'SMS_OTP', signedHeaders(challenge, key));

  const own = walletKey();
  const body = await client.answerTo(added.otpEncryptionTargetBundle, { type: 'SMS_OTP', key: own.compressed });
  const first = await client.verify(added.id, body);
  const second = await client.verify(added.id, body, signedHeaders(first.body, own));

  expect([first.status, second.status, second.body.type, second.body.nickname]).toEqual([202, 200, 'SMS_OTP', '+14155550100']);
});

test('an impossible credential is refused before any signature', async () => {
  const { accountId } = world.wallet({ email: 'a@example.test' });
  await client.add(accountId, 'EMAIL_OTP');
  const nobody = world.wallet({});

  expect(outcome(await client.add(accountId, 'EMAIL_OTP'))).toEqual([400, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS']);
  expect(outcome(await client.add(accountId, 'SMS_OTP'))).toEqual([400, 'INVALID_INPUT']);
  expect(outcome(await client.add(nobody.accountId, 'EMAIL_OTP'))).toEqual([400, 'INVALID_INPUT']);
  expect(outcome(await client.add(world.plainAccount(), 'EMAIL_OTP'))).toEqual([400, 'INVALID_INPUT']);
  expect(outcome(await client.add(`InternalAccount:${randomUUID()}`, 'EMAIL_OTP'))).toEqual([404, 'REFERENCE_NOT_FOUND']);
  expect(outcome(await client.add(accountId, 'PASSWORD'))).toEqual([400, 'INVALID_INPUT']);
  expect(outcome(await client.add('Customer:x', 'EMAIL_OTP'))).toEqual([400, 'INVALID_INPUT']);
});

test('the headers of the retry are checked in order', async () => {
  const { accountId } = world.wallet();
  const { key } = await client.enter(accountId);
  const { body: challenge } = await client.add(accountId, 'SMS_OTP');
  const headers = signedHeaders(challenge, key);
  const only = (name: string) => ({ [name]: headers[name] ?? '' });
  const retry = (changed: object) => client.add(accountId, 'SMS_OTP', { ...headers, ...changed });

  const answers = [
    await client.add(accountId, 'SMS_OTP', only('request-id')),
    await client.add(accountId, 'SMS_OTP', only('service-wallet-signature')),
    await client.add(accountId, 'EMAIL_OTP', headers),
    await retry({ 'service-wallet-signature': 'no stamp' }),
    await retry({ 'service-wallet-signature': stampOf(challenge.payloadToSign, walletKey()) }),
    await retry({}),
  ];

  expect(answers.map(outcome)).toEqual([
    [401, 'WALLET_SIGNATURE_MISSING'],
    [401, 'REQUEST_ID_MISSING'],
    [401, 'WALLET_SIGNATURE_BODY_MISMATCH'],
    [401, 'WALLET_SIGNATURE_MALFORMED'],
    [401, 'WALLET_SIGNATURE_INVALID'],
    [201, undefined],
  ]);
});

test('a list needs the id of an account, and is empty for an unknown one', async () => {
  const ask = (query: string) => world.rest('GET', `/auth/credentials${query}`);

  expect(outcome(await ask(''))).toEqual([400, 'INVALID_INPUT']);
  expect(outcome(await ask('?accountId=Customer:x'))).toEqual([400, 'INVALID_INPUT']);
  expect((await ask(`?accountId=InternalAccount:${randomUUID()}`)).body).toEqual({ data: [] });
});

test("other platforms neither see nor use a platform's credentials", async () => {
  const { accountId } = world.wallet();
  const { body: credential } = await client.add(accountId, 'EMAIL_OTP');
  const other = walletClient(await world.newPlatform());

  expect(await other.list(accountId)).toEqual([]);
  expect(outcome(await other.challenge(credential.id))).toEqual([404, 'REFERENCE_NOT_FOUND']);
  expect(outcome(await other.revoke(credential.id))).toEqual([404, 'REFERENCE_NOT_FOUND']);
});
