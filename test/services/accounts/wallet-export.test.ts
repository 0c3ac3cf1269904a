// The recovery phrase of a wallet, exported to the key that its holder signed; and what remains after the customer's deletion.
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { open } from '../../../services/auth/domain/wallet/hpke.ts';
import { loggedErrors } from '../../kit/log.ts';
import { startWorld } from '../../kit/platform.ts';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { newHolder, signTwice, walletOf } from '../../kit/wallet-holder.ts';

const world = await startWorld();
const holder = await newHolder(world);
const { accountId, key } = holder;
const uuid = accountId.slice('InternalAccount:'.length);

test("an export opens with the client's private key, to the same twelve words each time", async () => {
  const client = walletKey();
  const path = `/internal-accounts/${accountId}/export`;
  const exported = () => signTwice(world, { method: 'POST', path, body: { clientPublicKey: client.uncompressed }, key });

  const [one, other] = [await exported(), await exported()];

  expect(JSON.parse(one.first.body.payloadToSign)).toEqual({
    organizationId: uuid,
    parameters: { targetPublicKey: client.uncompressed, walletId: uuid },
    timestampMs: String(world.wall.now().getTime()),
    type: 'ACTIVITY_TYPE_EXPORT_WALLET',
  });
  expect(one.second).toMatchObject({ status: 200, body: { id: accountId } });
  const { data, ...envelope } = JSON.parse(one.second?.body.encryptedWalletCredentials);
  expect(envelope).toEqual({ version: 'v1.0.0', dataSignature: '', enclaveQuorumPublic: '' });
  expect(JSON.parse(Buffer.from(data, 'hex').toString())).toMatchObject({ organizationId: uuid });
  const words = await wordsIn(one.second?.body.encryptedWalletCredentials, client.scalar);
  expect(words.split(' ')).toHaveLength(12);
  expect(validateMnemonic(words, wordlist)).toBe(true);
  expect(await wordsIn(other.second?.body.encryptedWalletCredentials, client.scalar)).toBe(words);
  expect(other.second?.body).not.toEqual(one.second?.body);
});

async function wordsIn(envelope: string, scalar: Buffer): Promise<string> {
  const { encappedPublic, ciphertext } = JSON.parse(Buffer.from(JSON.parse(envelope).data, 'hex').toString());
  const sealed = { encapsulated: Buffer.from(encappedPublic, 'hex'), ciphertext: Buffer.from(ciphertext, 'hex') };
  return String(await open(sealed, scalar));
}

test.each([
  ['compressed', key.compressed],
  ['beside the curve', `04${'1'.repeat(128)}`],
  ['not hexadecimal', `04${'x'.repeat(128)}`],
  ['absent', undefined],
])('a client key that is %s is refused', async (_, clientPublicKey) => {
  const { status, body } = await world.rest('POST', `/internal-accounts/${accountId}/export`, { body: { clientPublicKey } });

  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'clientPublicKey']);
});

test('an export goes to the signed key, and only once', async () => {
  const path = `/internal-accounts/${accountId}/export`;
  const [client, thief] = [walletKey(), walletKey()];
  const { body: challenge } = await world.rest('POST', path, { body: { clientPublicKey: client.uncompressed } });
  const headers = signedHeaders(challenge, key);

  const stolen = await world.rest('POST', path, { body: { clientPublicKey: thief.uncompressed }, headers });
  const taken = await world.rest('POST', path, { body: { clientPublicKey: client.uncompressed }, headers });
  const again = await world.rest('POST', path, { body: { clientPublicKey: client.uncompressed }, headers });

  expect([stolen.status, stolen.body.code]).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
  expect(taken.status).toBe(200);
  expect([again.status, again.body.code]).toEqual([401, 'UNAUTHORIZED']);
});

test("write access to the database is not enough to export another wallet's words", async () => {
  const errors = loggedErrors();
  const thief = await newHolder(world);
  const database = new Client({ connectionString: world.databaseUrl });
  await database.connect();
  const change = (words: unknown) =>
    database.query('update accounts.wallet set mnemonic = $1 where account_id = $2', [words, thief.accountId.split(':')[1]]);
  const { rows } = await database.query(
    `select account_id = $1 as is_victims, mnemonic from accounts.wallet where account_id in ($1, $2) order by 1`,
    [uuid, thief.accountId.split(':')[1]],
  );
  const [own, victims] = rows.map(({ mnemonic }) => mnemonic);
  const path = `/internal-accounts/${thief.accountId}/export`;
  const body = { clientPublicKey: walletKey().uncompressed };
  const exported = async () => (await signTwice(world, { method: 'POST', path, body, key: thief.key })).second;

  await change(victims);
  const stolen = await exported();
  await change(own);
  const owned = await exported();
  await database.end();

  expect([stolen?.status, stolen?.body.encryptedWalletCredentials]).toEqual([500, undefined]);
  expect(errors.map(({ message }) => message)).toEqual(['A request failed.']);
  expect(owned?.status).toBe(200);
});

test('with its customer a wallet loses its address, its credentials and its sessions', async () => {
  const leaving = await newHolder(world);

  await world.rest('DELETE', `/customers/${leaving.customerId}`);

  const query = `accountId=${leaving.accountId}`;
  const { body: credentials } = await world.rest('GET', `/auth/credentials?${query}`);
  const { body: sessions } = await world.rest('GET', `/auth/sessions?${query}`);
  const path = `/internal-accounts/${leaving.accountId}`;
  const { first } = await signTwice(world, { method: 'PATCH', path, body: { privateEnabled: true }, key: leaving.key });
  expect(await walletOf(world, leaving.customerId)).toMatchObject({ status: 'CLOSED', fundingPaymentInstructions: [] });
  expect([credentials.data, sessions.data]).toEqual([[], []]);
  expect([first.status, first.body.code]).toEqual([400, 'INVALID_INPUT']);
});

test('a closed wallet gets no credential again, and is not exported', async () => {
  const leaving = await newHolder(world, { phoneNumber: '+14155550188' });
  const { accountId, key } = leaving;
  const path = `/internal-accounts/${accountId}/export`;
  const body = { clientPublicKey: walletKey().uncompressed };
  const { body: asked } = await world.rest('POST', path, { body });
  await world.rest('DELETE', `/customers/${leaving.customerId}`);

  const added = ['EMAIL_OTP', 'SMS_OTP'].map((type) => world.rest('POST', '/auth/credentials', { body: { type, accountId } }));
  const exported = [{}, signedHeaders(asked, key)].map((headers) => world.rest('POST', path, { body, headers }));

  for (const { status, body: refused } of await Promise.all([...added, ...exported])) {
    expect([status, refused.code, refused.details]).toEqual([400, 'INVALID_INPUT', { accountStatus: 'CLOSED' }]);
  }
  expect((await world.rest('GET', `/auth/credentials?accountId=${accountId}`)).body.data).toEqual([]);
});
