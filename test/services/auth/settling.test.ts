// Events between the first answer of an operation and its settling.
import { expect, test } from 'vitest';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { startWorld } from '../../kit/platform.ts';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { newHolder } from '../../kit/wallet-holder.ts';
import { outcomeOf } from './outcome-of.ts';
import { processing, type SlowHolder, startSlowWorld } from './processing-world.ts';

const world = await startSlowWorld();

const used = [401, 'UNAUTHORIZED', 'Request-Id already used'];

const typesOf = async ({ accountId }: SlowHolder) => (await world.list('credentials', accountId)).map(({ type }) => type);
const sessionsOf = async ({ accountId }: SlowHolder) => (await world.list('sessions', accountId)).length;

const adding = ({ accountId, key }: SlowHolder) =>
  world.signed({ method: 'POST', path: '/auth/credentials', body: { type: 'SMS_OTP', accountId }, key });

test('an operation can settle after the end of its request, which then gets no answer', async () => {
  const holder = await world.holder();
  const { send } = await adding(holder);
  world.wall.advance(298_000);

  const accepted = await send();
  world.wall.advance(3_000);
  await world.settle();

  expect(accepted.body).toEqual(processing);
  expect(await typesOf(holder)).toEqual(['EMAIL_OTP', 'SMS_OTP']);
  expect(outcomeOf(await send())).toEqual([401, 'UNAUTHORIZED', 'Expired Request-Id']);
});

test('the repeated answer is that of the operation: its ids, its times, its code', async () => {
  const holder = await world.holder();
  const { send, requestId } = await adding(holder);
  await send();
  world.wall.advance(3_000);
  await world.settle();
  const [, listed] = await world.list('credentials', holder.accountId);

  world.wall.advance(10_000);
  const { otpEncryptionTargetBundle, ...credential } = (await send()).body;

  expect(credential).toEqual(listed);
  expect(uuidIn(credential.id)).toBe(uuidIn(requestId));
  expect(JSON.parse(otpEncryptionTargetBundle)).toMatchObject({ version: 'v1.0.0' });
});

test('a credential added and removed does not return', async () => {
  const holder = await world.holder();
  const { send } = await adding(holder);
  await send();
  world.wall.advance(3_000);
  await world.settle();
  const [, { id }] = (await world.list('credentials', holder.accountId)) as [unknown, { id: string }];
  const revoking = await world.signed({ method: 'DELETE', path: `/auth/credentials/${id}`, key: holder.key });
  await world.settled(revoking.send);

  const late = await send();

  expect(outcomeOf(late)).toEqual(used);
  expect(await typesOf(holder)).toEqual(['EMAIL_OTP']);
});

test('another retry than the accepted one is refused, without an effect', async () => {
  const holder = await world.holder();
  const { accountId, key } = holder;
  const body = { type: 'SMS_OTP', accountId };
  const { body: issued } = await world.rest('POST', '/auth/credentials', { body });
  const headers = signedHeaders(issued, key);
  const send = (more: object = {}, sent: object = body) =>
    world.rest('POST', '/auth/credentials', { body: sent, headers: { ...headers, ...more } });
  await send();

  const wrong = signedHeaders(issued, walletKey());
  const refusals = [];
  for (let count = 0; count < 6; count++) refusals.push(outcomeOf(await send(wrong)));
  const otherBody = await send({}, { type: 'EMAIL_OTP', accountId });
  world.wall.advance(3_000);
  await world.settle();

  expect(new Set(refusals.map(String))).toEqual(new Set(['401,WALLET_SIGNATURE_INVALID,Invalid Service-Wallet-Signature']));
  expect(outcomeOf(otherBody)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH', undefined]);
  expect((await send()).status).toBe(201);
});

test('an operation that became impossible is refused when it would settle', async () => {
  const holder = await world.holder();
  const [one, other] = [await adding(holder), await adding(holder)];
  await one.send();
  await other.send();
  world.wall.advance(3_000);
  await world.settle();

  const answers = [await one.send(), await other.send()];

  expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [201, undefined],
    [400, 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS'],
  ]);
  expect(await typesOf(holder)).toEqual(['EMAIL_OTP', 'SMS_OTP']);
});

test('nothing settles for a deleted customer', async () => {
  const holder = await world.holder();
  const login = await world.login(holder.credentialId);
  await login.send();

  const { status } = await world.rest('DELETE', `/customers/${holder.customerId}`);
  world.wall.advance(3_000);
  await world.settle();

  expect(status).toBe(200);
  expect(await sessionsOf(holder)).toBe(0);
  expect((await login.send()).status).toBe(404);
});

test('without the setting, sandbox wallets settle immediately', async () => {
  const prompt = await startWorld({ settings: { isSandboxWalletProcessing: false } });

  const { key } = await newHolder(prompt);

  expect(key.compressed).toMatch(/^0[23]/);
});
