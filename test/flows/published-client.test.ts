// Wallets against a running process, with the published packages that wallet apps use.
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect, test } from 'vitest';
import { idToken, nonceFor } from '../kit/id-token.ts';
import { startProcess } from '../kit/launch.ts';
import { softPasskey } from '../kit/passkey.ts';
import {
  newKey,
  openedKey,
  openedWords,
  type PublishedKey,
  type Runtime,
  sealedCode,
  signerOf,
  stamped,
  stampOver,
  tokenClaims,
} from '../kit/published-client.ts';
import type { RestAnswer, Verb } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { firstCredential, walletOf } from '../kit/wallet-holder.ts';
import { flowDatabase } from './flow-database.ts';

const platform = await startProcess({ env: { DATABASE_URL: await flowDatabase() } });
const rest = restAt(platform.origin);
const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: 'ada@example.com', phoneNumber: '+14155550100' };
const { body: customer } = await rest('POST', '/customers', { body: person });
const { id: accountId }: { id: string } = await walletOf({ rest }, customer.id);
const emailCredential = await firstCredential({ rest }, accountId);
const session = await logIn(emailCredential);

/** A session from a code, with the client's own key. */
async function logIn(credentialId: string, { runtime = 'node' as Runtime, form = 'publicKey' as keyof PublishedKey } = {}) {
  const key = newKey();
  const { body: issued } = await rest('POST', `/auth/credentials/${credentialId}/challenge`, { body: {} });
  const signer = signerOf(issued.otpEncryptionTargetBundle);
  const bundle = issued.otpEncryptionTargetBundle;
  const encryptedOtpBundle = await sealedCode('000000', { bundle, signer, publicKey: key[form] });
  const path = `/auth/credentials/${credentialId}/verify`;
  const body = { type: issued.type, encryptedOtpBundle };
  const { body: challenge } = await rest('POST', path, { body });
  const claims = await tokenClaims(challenge.payloadToSign, signer);
  const { status, body: opened } = await rest('POST', path, { body, headers: await stamped(challenge, key, runtime) });
  expect(status, JSON.stringify(opened)).toBe(200);
  return { id: opened.id as string, key, claims, answer: opened };
}

/** Sends the request, signs the challenge, and sends the retry. */
async function signed(method: Verb, path: string, { body, key = session.key }: { body?: object; key?: PublishedKey } = {}) {
  const sent = body && { body };
  const first = await rest(method, path, { ...sent });
  expect(first.status, JSON.stringify(first.body)).toBe(202);
  return rest(method, path, { ...sent, headers: await stamped(first.body, key) });
}

const outcomeOf = ({ status, body }: RestAnswer) => [status, body?.type ?? body?.code];

test.each<[Runtime, keyof PublishedKey]>([
  ['node', 'publicKey'],
  ['browser', 'publicKey'],
  ['purejs', 'publicKeyUncompressed'],
])('a code logs in, signed in %s, with a key sealed as its %s', async (runtime, form) => {
  const { claims, answer, key } = await logIn(emailCredential, { runtime, form });

  expect(claims).toMatchObject({
    verification_type: 'OTP_TYPE_EMAIL',
    contact: 'ada@example.com',
    public_key: key.publicKey,
    organization_id: accountId.slice('InternalAccount:'.length),
  });
  expect(answer).toMatchObject({ type: 'EMAIL_OTP', nickname: 'ada@example.com', accountId });
  expect(answer).not.toHaveProperty('encryptedSessionSigningKey');
});

test('a client refuses a bundle that another key has signed', async () => {
  const { body } = await rest('POST', `/auth/credentials/${emailCredential}/challenge`, { body: {} });
  const bundle = body.otpEncryptionTargetBundle;

  const { publicKeyUncompressed: signer } = newKey();
  await expect(sealedCode('000000', { bundle, signer, publicKey: newKey().publicKey })).rejects.toThrow(signer);
});

test('adding a phone number sends a code immediately, and the code logs in', async () => {
  const added = await signed('POST', '/auth/credentials', { body: { type: 'SMS_OTP', accountId } });

  expect(added.status).toBe(201);
  expect(signerOf(added.body.otpEncryptionTargetBundle)).toMatch(/^04[0-9a-f]{128}$/);
  const { claims, answer } = await logIn(added.body.id);
  expect(claims).toMatchObject({ verification_type: 'OTP_TYPE_SMS', contact: '+14155550100' });
  expect(answer).toMatchObject({ type: 'SMS_OTP', nickname: '+14155550100' });
});

test('an added passkey opens a session for a client key', async () => {
  const passkey = softPasskey();
  const challenge = Buffer.from(newKey().privateKey, 'hex').toString('base64url');
  const body = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge, attestation: passkey.register(challenge) };
  const key = newKey();

  const added = await signed('POST', '/auth/credentials', { body });
  const path = `/auth/credentials/${added.body.id}`;
  const { body: issued } = await rest('POST', `${path}/challenge`, { body: { clientPublicKey: key.publicKey } });
  const verified = await rest('POST', `${path}/verify`, {
    body: { type: 'PASSKEY', assertion: passkey.assert(issued.challenge) },
    headers: { 'request-id': issued.requestId },
  });

  expect([outcomeOf(added), outcomeOf(verified)]).toEqual([
    [201, 'PASSKEY'],
    [200, 'PASSKEY'],
  ]);
  expect(verified.body).not.toHaveProperty('encryptedSessionSigningKey');
  expect((await signed('DELETE', `/auth/sessions/${verified.body.id}`, { key })).status).toBe(204);
});

test('an added OIDC identity opens a session whose key is sealed to the client', async () => {
  const now = () => new Date();
  const added = await signed('POST', '/auth/credentials', { body: { type: 'OAUTH', accountId, oidcToken: idToken(now()) } });
  const own = newKey();
  const clientPublicKey = own.publicKeyUncompressed;
  const oidcToken = idToken(now(), { nonce: nonceFor(clientPublicKey) });

  const verified = await rest('POST', `/auth/credentials/${added.body.id}/verify`, {
    body: { type: 'OAUTH', oidcToken, clientPublicKey },
  });

  expect([outcomeOf(added), outcomeOf(verified)]).toEqual([
    [201, 'OAUTH'],
    [200, 'OAUTH'],
  ]);
  const key = openedKey(verified.body.encryptedSessionSigningKey, own);
  expect((await signed('DELETE', `/auth/sessions/${verified.body.id}`, { key })).status).toBe(204);
});

test('a session is refreshed with a new key, and revoked with it', async () => {
  const key = newKey();

  const refreshed = await signed('POST', `/auth/sessions/${session.id}/refresh`, { body: { clientPublicKey: key.publicKey } });
  const revoked = await signed('DELETE', `/auth/sessions/${refreshed.body.id}`, { key });

  const { body: left } = await rest('GET', `/auth/sessions?accountId=${accountId}`);
  const ids = left.data.map(({ id }: { id: string }) => id);
  expect([outcomeOf(refreshed), outcomeOf(revoked)]).toEqual([
    [201, 'EMAIL_OTP'],
    [204, undefined],
  ]);
  expect([ids.includes(refreshed.body.id), ids.includes(session.id)]).toEqual([false, true]);
});

test('a credential is revoked from the session of another', async () => {
  const { body: added } = await signed('POST', '/auth/credentials', {
    body: { type: 'OAUTH', accountId, oidcToken: idToken(new Date(), { sub: 'another' }) },
  });

  const revoked = await signed('DELETE', `/auth/credentials/${added.id}`);

  const { body: left } = await rest('GET', `/auth/credentials?accountId=${accountId}`);
  expect(revoked.status).toBe(204);
  expect(left.data.map(({ id }: { id: string }) => id)).not.toContain(added.id);
});

test('a wallet is exported to twelve words', async () => {
  const own = newKey();

  const exported = await signed('POST', `/internal-accounts/${accountId}/export`, {
    body: { clientPublicKey: own.publicKeyUncompressed },
  });

  expect(exported.status).toBe(200);
  const words = openedWords(exported.body.encryptedWalletCredentials, own);
  expect(validateMnemonic(words, wordlist), words).toBe(true);
});

test('a wallet is made private', async () => {
  const changed = await signed('PATCH', `/internal-accounts/${accountId}`, { body: { privateEnabled: true } });

  expect([changed.status, changed.body.privateEnabled]).toEqual([200, true]);
});

test('a quote funded by a wallet is executed with only a stamp', async () => {
  const payee = { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', email: 'grace@example.com' };
  const { body: other } = await rest('POST', '/customers', { body: payee });
  const { body: accounts } = await rest('GET', `/customers/internal-accounts?customerId=${other.id}&currency=USDB`);
  await rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 5_000_000 } });
  const { body: quote } = await rest('POST', '/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: accounts.data[0].id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    },
  });
  const { payloadToSign } = quote.paymentInstructions[0].accountOrWalletInfo;

  const executed = await rest('POST', `/quotes/${quote.id}/execute`, {
    headers: { 'service-wallet-signature': await stampOver(payloadToSign, session.key) },
  });

  expect([executed.status, executed.body.status]).toEqual([200, 'COMPLETED']);
});

test('an e-mail address changes after its holder has signed', async () => {
  const body = { customerType: 'INDIVIDUAL', email: 'ada.king@example.com' };

  const changed = await signed('PATCH', `/customers/${customer.id}`, { body });

  const { body: after } = await rest('GET', `/auth/credentials?accountId=${accountId}`);
  expect([changed.status, changed.body.email]).toEqual([200, 'ada.king@example.com']);
  expect(after.data[0].nickname).toBe('ada.king@example.com');
});
