// Secrets of wallets are visible nowhere: not in answers, log lines, events or columns, in success and in failure.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { targetKeyPlace } from '../../services/auth/store/otp-issuances.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { openCanary, overheard, type Seen, valuesIn } from '../kit/canary.ts';
import { testDatabase } from '../kit/database.ts';
import { startProcess } from '../kit/launch.ts';
import { newOperator } from '../kit/operator.ts';
import { softPasskey } from '../kit/passkey.ts';
import { exportedWords, newKey, openedKey, type PublishedKey, sealedCode, signerOf, stamped } from '../kit/published-client.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { Verb } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { firstCredential, walletOf } from '../kit/wallet-holder.ts';
import { startMailbox } from '../services/auth/mailbox.ts';

const [canary, unlogged] = [openCanary(), openCanary()];
const seen: Seen[] = [];

const masterKey = randomBytes(32);
canary.hide('the master key', masterKey);
const mailbox = await startMailbox();
const carrier = await startReceiver();
canary.hide('the password of the mail server', 'zoe:secret');
canary.hide('the password of the carrier', 'p@ss-of-the-carrier');
const DATABASE_URL = await testDatabase();
const env = {
  MODE: 'production',
  LOG_LEVEL: 'trace',
  MASTER_KEY: masterKey.toString('hex'),
  DATABASE_URL,
  SMTP_URL: mailbox.url,
  SMS_HOOK_URL: carrier.url.replace('http://', 'http://carrier:p%40ss-of-the-carrier@'),
};
const platform = await startProcess({ env });
const operator = await newOperator(platform.rpc, env);
const [{ clientId, clientSecret }] = await operator.json('platforms', 'create', '--regulated');
canary.hide('the token of the operator', JSON.parse(readFileSync(operator.environment.OPS_CREDENTIAL ?? '', 'utf8')).token);
const database = new Client({ connectionString: DATABASE_URL });
await database.connect();
afterAll(() => database.end());

const hideToken = (name: string, { id, secret }: { id: string; secret: string }) => {
  canary.hide(`the secret of ${name}`, secret);
  canary.hide(`the header of ${name}`, Buffer.from(`${id}:${secret}`).toString('base64'));
};
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
hideToken('the first token', { id: clientId, secret: clientSecret });
const client = restAt(platform.origin, basic(clientId, clientSecret));
const rest = overheard(client, seen);

/** A new key of a client. The platform never receives it, unless it was sealed to another key of the same client. */
function ownKey(name: string): PublishedKey {
  const key = newKey();
  canary.hide(`the private key of ${name}`, Buffer.from(key.privateKey, 'hex'));
  return key;
}

async function signed(method: Verb, path: string, { body, key }: { body?: object; key: PublishedKey }) {
  const { body: challenge } = await rest(method, path, { ...(body && { body }) });
  const headers = await stamped(challenge, key);
  unlogged.hide('a stamp', headers['service-wallet-signature']);
  return rest(method, path, { ...(body && { body }), headers });
}

const codeIn = (text = '') => /your code is (\w+)\./.exec(text.replaceAll('=\r\n', ''))?.[1] ?? '';
const latestCode = (type: string) => codeIn(type === 'SMS_OTP' ? carrier.received.at(-1)?.body.text : mailbox.mails.at(-1)?.raw);

/** The right code after a wrong one; without an argument, for the bundle of the latest challenge. */
async function logIn(credentialId: string, name: string): Promise<{ id: string; key: PublishedKey; signer: string }> {
  const path = `/auth/credentials/${credentialId}`;
  const { body: issued } = await rest('POST', `${path}/challenge`, { body: {} });
  const [bundle, code, key] = [issued.otpEncryptionTargetBundle, latestCode(issued.type), ownKey(name)];
  canary.hide(`the code of ${name}`, code);
  await hideTargetKeys(name);
  const signer = signerOf(bundle);
  const sealed = (of: string) => sealedCode(of, { bundle, signer, publicKey: key.publicKey });
  const wrong = await rest('POST', `${path}/verify`, { body: { type: issued.type, encryptedOtpBundle: await sealed('0') } });
  const body = { type: issued.type, encryptedOtpBundle: await sealed(code) };
  const { body: challenge } = await rest('POST', `${path}/verify`, { body });
  unlogged.hide('a verification token', challenge.payloadToSign);
  const { status, body: session } = await rest('POST', `${path}/verify`, { body, headers: await stamped(challenge, key) });
  expect([wrong.status, status], JSON.stringify(session)).toEqual([401, 200]);
  return { id: session.id, key, signer };
}

/** Private keys that the platform holds for a while. */
async function hideTargetKeys(name: string): Promise<void> {
  const secrets = openSecrets([masterKey]);
  const { rows } = await database.query(
    'select id, target_private as key from auth.otp_issuance where target_private is not null',
  );
  for (const { id, key } of rows) canary.hide(`the target key of ${name}`, secrets.open(key, targetKeyPlace(id)));
  const { rows: quorum } = await database.query('select environment, private_key as key from auth.quorum_key');
  for (const { environment: row, key } of quorum)
    canary.hide('the quorum key', secrets.open(key, { purpose: 'wallet quorum key', row }));
}

const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: 'ada@example.com', phoneNumber: '+14155550100' };
await rest('PATCH', '/config', { body: { embeddedWalletConfig: { otpLength: 12, alphanumeric: true } } });
const { body: customer } = await rest('POST', '/customers', { body: person });
const { id: accountId }: { id: string } = await walletOf({ rest }, customer.id);
const credentialId = await firstCredential({ rest }, accountId);
const session = await logIn(credentialId, 'a login by e-mail');

test('a code by text message, a passkey with a sealed key, and a refresh work in production', async () => {
  const { key } = session;
  const { body: phone } = await signed('POST', '/auth/credentials', { body: { type: 'SMS_OTP', accountId }, key });
  canary.hide('the code of an added credential', latestCode('SMS_OTP'));
  await logIn(phone.id, 'a login by text message');
  const passkey = softPasskey();
  const challenge = randomBytes(32).toString('base64url');
  const body = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge, attestation: passkey.register(challenge) };
  const { body: added } = await signed('POST', '/auth/credentials', { body, key });
  const own = ownKey('a client with a passkey');
  const asking = { body: { clientPublicKey: own.publicKeyUncompressed } };
  const { body: issued } = await rest('POST', `/auth/credentials/${added.id}/challenge`, asking);
  const { status, body: opened } = await rest('POST', `/auth/credentials/${added.id}/verify`, {
    body: { type: 'PASSKEY', assertion: passkey.assert(issued.challenge) },
    headers: { 'request-id': issued.requestId },
  });
  const sealed = openedKey(opened.encryptedSessionSigningKey, own);
  canary.hide('the private key of a sealed session', Buffer.from(sealed.privateKey, 'hex'));
  const refreshing = { clientPublicKey: ownKey('a refreshed session').publicKey };
  const refreshed = await signed('POST', `/auth/sessions/${opened.id}/refresh`, { body: refreshing, key: sealed });

  expect([status, refreshed.status]).toEqual([200, 201]);
});

test('an export, signed by the well-known key, returns the recovery phrase, stored only sealed', async () => {
  const [own, organizationId] = [ownKey('an export'), accountId.slice('InternalAccount:'.length)];
  const body = { clientPublicKey: own.publicKeyUncompressed };

  const { body: exported } = await signed('POST', `/internal-accounts/${accountId}/export`, { body, key: session.key });

  const words = await exportedWords(
    { envelope: exported.encryptedWalletCredentials, signer: session.signer, organizationId },
    own,
  );
  expect(words.split(' ')).toHaveLength(12);
  canary.hide('the words of a wallet', words);
  canary.hide('the entropy of a wallet', mnemonicToEntropy(words, wordlist));
});

test('a new token shows its secret once, and invalid ones are refused', async () => {
  const { body: token } = await client('POST', '/tokens', { body: { name: 'other', permissions: ['VIEW', 'MANAGE'] } });
  hideToken('a token', { id: token.clientId, secret: token.clientSecret });
  hideToken('a wrong secret', { id: clientId, secret: randomBytes(24).toString('hex') });
  const wrong = basic(clientId, randomBytes(24).toString('hex'));
  canary.hide('a wrong header', wrong.slice('Basic '.length));

  const answers = [
    await rest('GET', '/config', { token: basic(token.clientId, token.clientSecret) }),
    await rest('GET', '/config', { token: wrong }),
    await rest('GET', '/config', { token: wrong.slice(0, -1).replace('Basic', 'Bearer') }),
    await rest('GET', `/tokens/${token.id}`),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 200]);
});

test('secrets in the wrong place are refused, and not echoed', async () => {
  const { key } = session;
  const idToken = `${randomBytes(20).toString('base64url')}.${randomBytes(40).toString('base64url')}.${randomBytes(40).toString('base64url')}`;
  const code = randomBytes(9).toString('hex');
  canary.hide('an ID token', idToken);
  canary.hide('a code in clear', code);
  const path = `/auth/credentials/${credentialId}/verify`;
  const scalar = randomBytes(32);
  canary.hide('a private key as a public one', scalar);
  const stamp = { 'service-wallet-signature': scalar.toString('hex'), 'request-id': scalar.toString('hex') };

  const answers = [
    await rest('POST', '/auth/credentials', { body: { type: 'OAUTH', accountId, oidcToken: idToken } }),
    await rest('POST', path, { body: { type: 'OAUTH', oidcToken: idToken, clientPublicKey: key.publicKey } }),
    await rest('POST', path, { body: { type: 'EMAIL_OTP', encryptedOtpBundle: { otp_code: code } } }),
    await rest('POST', path, { body: { type: 'EMAIL_OTP', encryptedOtpBundle: code } }),
    await rest('POST', path, { body: { type: code, [code]: code } }),
    await rest('POST', `/internal-accounts/${accountId}/export`, { body: { clientPublicKey: scalar.toString('hex') } }),
    await rest('PATCH', `/internal-accounts/${accountId}`, { body: { privateEnabled: true }, headers: stamp }),
    await rest('GET', `/auth/sessions?accountId=${scalar.toString('hex')}`),
  ];

  expect(answers.map(({ status }) => status).filter((status) => status !== 400 && status !== 401)).toEqual([]);
});

test('an undeliverable e-mail reveals the code to nobody', async () => {
  mailbox.isOpen = false;

  const { status } = await rest('POST', `/auth/credentials/${credentialId}/challenge`, { body: {} });

  expect(status).toBe(503);
});

test.each(['auth.wallet_audit', 'auth.wallet_session', 'auth.otp_issuance', 'auth.api_token', 'accounts.wallet'])(
  'without the table %s calls fail, without echoing their input',
  async (table) => {
    const [schema, name] = table.split('.');
    await database.query(`alter table ${table} rename to hidden`);
    mailbox.isOpen = true;
    const failing: number[] = [];
    const note = ({ status }: { status: number }) => failing.push(status);
    const own = ownKey(`a client without ${table}`);

    note(await rest('POST', '/tokens', { body: { name: 'more', permissions: ['VIEW'] } }));
    const challenged = await rest('POST', `/auth/credentials/${credentialId}/challenge`, { body: {} });
    note(challenged);
    const body = { clientPublicKey: own.publicKeyUncompressed };
    const { status, body: challenge } = await rest('POST', `/internal-accounts/${accountId}/export`, { body });
    note({ status });
    const headers = status === 202 && (await stamped(challenge, session.key));
    if (headers) note(await rest('POST', `/internal-accounts/${accountId}/export`, { body, headers }));
    await database.query(`alter table ${schema}.hidden rename to ${name}`);

    expect(failing).toContain(500);
  },
);

test('none of it was seen', async () => {
  const { output } = await platform.end();
  const places = [...seen, { place: 'the log', content: output }];
  const kept = await valuesIn(DATABASE_URL);

  expect(output).toContain('A request failed.');
  expect(kept.length).toBeGreaterThan(500);
  expect(canary.findings(places)).toEqual([]);
  expect(canary.findings(kept)).toEqual([]);
  expect(unlogged.findings([{ place: 'the log', content: output }])).toEqual([]);
});
