// `payments keys`: the device of a wallet's holder in a shell, through each ceremony.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newEuropean } from '../kit/european.ts';
import { startCli } from './cli-world.ts';
import { deviceIn } from './shell-device.ts';

const world = await startCli();
const { folder, keys, save, signed, newWallet } = deviceIn(world);
beforeAll(() => void vi.setSystemTime(world.wall.now())); // ID tokens are dated by the machine
afterAll(() => void vi.useRealTimers());

test('a code opens a session, whose key signs operations and an export', async () => {
  const { accountId } = await newWallet();

  const changed = await signed('key.json', {
    method: 'PATCH',
    path: `/internal-accounts/${accountId}`,
    body: { privateEnabled: true },
  });
  const { publicKeyUncompressed: clientPublicKey } = await save('export-key.json', ['new']);
  const exported = await signed('key.json', {
    method: 'POST',
    path: `/internal-accounts/${accountId}/export`,
    body: { clientPublicKey },
  });
  const { phrase } = await keys(['export', '--key', 'export-key.json'], exported.body);

  expect(changed.body).toMatchObject({ privateEnabled: true });
  expect(phrase.split(' ')).toHaveLength(12);
});

test('a quote from a wallet is executed with one signature', async () => {
  const payer = await newWallet();
  await world.rest('POST', `/sandbox/internal-accounts/${payer.accountId}/fund`, { body: { amount: 5_000_000 } });
  const person = { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', email: 'grace@example.com' };
  const { body: payee } = await world.rest('POST', '/customers', { body: person });
  const { body: accounts } = await world.rest('GET', `/customers/internal-accounts?customerId=${payee.id}&currency=USDB`);
  const { body: quote } = await world.rest('POST', '/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: accounts.data[0].id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    },
  });

  const headers = await keys(['sign', '--key', 'key.json'], quote);
  const executed = await world.rest('POST', `/quotes/${quote.id}/execute`, { headers });

  expect(Object.keys(headers)).toEqual(['Service-Wallet-Signature']);
  expect(executed.body).toMatchObject({ status: 'COMPLETED' });
});

test('a passkey is registered, and opens a session with a key that the platform creates', async () => {
  const { accountId } = await newWallet();
  await save('passkey.json', ['passkey', 'new', '--origin', 'https://app.wallet.test', '--rp-id', 'wallet.test']);
  const registration = await keys(['passkey', 'create', '--key', 'passkey.json']);
  const body = { type: 'PASSKEY', accountId, nickname: 'Phone', ...registration };
  const { body: credential } = await signed('key.json', { method: 'POST', path: '/auth/credentials', body });
  const { publicKeyUncompressed: clientPublicKey } = await save('next.json', ['new']);
  const path = `/auth/credentials/${credential.id}`;
  const { body: asked } = await world.rest('POST', `${path}/challenge`, { body: { clientPublicKey } });

  const proof = await keys(['passkey', 'get', '--key', 'passkey.json'], asked);
  const session = await world.rest('POST', `${path}/verify`, { body: proof, headers: { 'request-id': asked.requestId } });
  await save('session-key.json', ['session', '--key', 'next.json'], session.body);
  const change = await signed('session-key.json', {
    method: 'PATCH',
    path: `/internal-accounts/${accountId}`,
    body: { privateEnabled: true },
  });

  expect(session.body).toMatchObject({ type: 'PASSKEY' });
  expect(change.status).toBe(200);
});

test('an ID token registers an identity and opens a session', async () => {
  const { accountId } = await newWallet();
  const { token: oidcToken } = await keys(['token', '--subject', 'ada']);
  const { body: credential } = await signed('key.json', {
    method: 'POST',
    path: '/auth/credentials',
    body: { type: 'OAUTH', accountId, oidcToken },
  });
  const { publicKey: clientPublicKey } = await save('next.json', ['new']);
  const { token } = await keys(['token', '--subject', 'ada', '--key', 'next.json']);

  const { body } = await world.rest('POST', `/auth/credentials/${credential.id}/verify`, {
    body: { type: 'OAUTH', oidcToken: token, clientPublicKey },
  });

  expect(body).toMatchObject({ type: 'OAUTH' });
});

test('a passkey is a factor of strong customer authentication', async () => {
  const { customerId } = await newEuropean(world.rest, { amount: 0 });
  const call = (path: string, body: object) => world.rest('POST', `/sca/${path}?customerId=${customerId}`, { body });
  await save('factor.json', ['passkey', 'new']);

  const { body: started } = await call('factors', { type: 'PASSKEY' });
  const confirmed = await call('factors/confirm', await keys(['passkey', 'create', '--key', 'factor.json', '--sca'], started));
  const { body: login } = await call('login/start', { factor: 'PASSKEY' });
  const proof = await keys(['passkey', 'get', '--key', 'factor.json', '--sca'], login);
  const completed = await call('login/complete', { factor: 'PASSKEY', endUserIpAddress: '198.51.100.7', ...proof });

  expect([confirmed.status, completed.status]).toEqual([200, 200]);
});

test.each([
  [['code'], '{}', 2, 'Pass --key with a file.'],
  [['code', '--key', 'no.json'], '{}', 1, 'no.json cannot be read as JSON.'],
  [['code', '--key', 'key.json'], '{}', 1, 'has no otpEncryptionTargetBundle'],
  [['sign', '--key', 'key.json'], 'no', 1, 'Pass the response of the platform on standard input'],
])('keys %j with %s says what is missing', async (args, input, code, sentence) => {
  await save('key.json', ['new']);

  const ended = await world.run(['keys', ...args], { folder, environment: {}, input });

  expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(sentence)]);
});

test('a challenge of another signer is refused', async () => {
  const { challenged } = await newWallet();
  const input = JSON.stringify(challenged);

  const ended = await world.run(['keys', 'code', '--key', 'key.json', '--signer', '04aa'], { folder, environment: {}, input });

  expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('Another key than --signer')]);
});
