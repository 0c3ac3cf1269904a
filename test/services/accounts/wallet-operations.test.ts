// What the holder of a wallet signs for: its privacy, and the export of its words.
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect, test } from 'vitest';
import { InternalAccountService } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { open } from '../../../services/auth/domain/wallet/hpke.ts';
import { startWorld } from '../../kit/platform.ts';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { newHolder, signTwice } from '../../kit/wallet-holder.ts';

const world = await startWorld();
const holder = await newHolder(world);
const { accountId, key } = holder;
const uuid = accountId.slice('InternalAccount:'.length);

async function walletOf(customerId: string) {
  const path = `/customers/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`;
  return (await world.rest('GET', path)).body.data[0];
}

test('the first log-in makes the wallet one that can be paid into', async () => {
  const wallet = await walletOf(holder.customerId);

  expect(wallet.fundingPaymentInstructions).toEqual([
    {
      isPlatformAccount: false,
      accountOrWalletInfo: { accountType: 'SPARK_WALLET', address: expect.stringMatching(/^sparkrt1/), assetType: 'USDB' },
    },
  ]);
});

test('privacy changes when its holder signs, also to what it is', async () => {
  const path = `/internal-accounts/${accountId}`;
  const change = (privateEnabled: boolean) => signTwice(world, { method: 'PATCH', path, body: { privateEnabled }, key });

  const { first, second } = await change(true);
  const again = await change(true);
  const back = await change(false);

  expect(first).toMatchObject({
    status: 202,
    body: {
      payloadToSign: `{"organizationId":"${uuid}","parameters":{"privateEnabled":true,"walletId":"${uuid}"},"timestampMs":"${world.wall.now().getTime()}","type":"ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2"}`,
      requestId: expect.stringMatching(/^Request:/),
      expiresAt: new Date(world.wall.now().getTime() + 300_000).toISOString(),
    },
  });
  expect(Object.keys(first.body).sort()).toEqual(['expiresAt', 'payloadToSign', 'requestId']);
  expect(second).toMatchObject({ status: 200, body: { id: accountId, privateEnabled: true } });
  expect(again.second).toMatchObject({ status: 200, body: { privateEnabled: true } });
  expect(back.second).toMatchObject({ status: 200, body: { privateEnabled: false } });
});

test('another body than the one that was to be signed is refused', async () => {
  const path = `/internal-accounts/${accountId}`;
  const { body: challenge } = await world.rest('PATCH', path, { body: { privateEnabled: true } });

  const { status, body } = await world.rest('PATCH', path, {
    body: { privateEnabled: false },
    headers: signedHeaders(challenge, key),
  });

  expect([status, body.code]).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
});

test('the key of another wallet does not sign', async () => {
  const other = await newHolder(world);

  const { second } = await signTwice(world, {
    method: 'PATCH',
    path: `/internal-accounts/${accountId}`,
    body: { privateEnabled: true },
    key: other.key,
  });

  expect([second?.status, second?.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
});

test.each([
  ['an empty body', {}],
  ['null', { privateEnabled: null }],
  ['a word', { privateEnabled: 'yes' }],
])('%s does not say how private a wallet is to be', async (_, body) => {
  const answer = await world.rest('PATCH', `/internal-accounts/${accountId}`, { body });

  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', details: { errors: [{ field: 'privateEnabled' }] } },
  });
});

test('an account that is no wallet is neither private nor exported, and one that is not there is not found', async () => {
  const { data } = await world.client(InternalAccountService).listCustomerInternalAccounts({ customerId: holder.customerId });
  const plain = data.find(({ privateEnabled }) => privateEnabled === undefined)?.id;
  const missing = 'InternalAccount:00000000-0000-7000-8000-000000000000';
  const privacy = { privateEnabled: true };
  const exporting = { clientPublicKey: key.uncompressed };

  const answers = [
    await world.rest('PATCH', `/internal-accounts/${plain}`, { body: privacy }),
    await world.rest('POST', `/internal-accounts/${plain}/export`, { body: exporting }),
    await world.rest('PATCH', `/internal-accounts/${missing}`, { body: privacy }),
    await world.rest('POST', `/internal-accounts/${missing}/export`, { body: exporting }),
  ];

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'INVALID_INPUT'],
    [400, 'INVALID_INPUT'],
    [404, 'REFERENCE_NOT_FOUND'],
    [404, 'REFERENCE_NOT_FOUND'],
  ]);
});

test('an account is not read by its id', async () => {
  const { status, body } = await world.rest('GET', `/internal-accounts/${accountId}`);

  expect([status, body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
});

test('an export opens with the private key of the client, to twelve words, the same each time', async () => {
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
])('a client key that is %s takes no export', async (_, clientPublicKey) => {
  const { status, body } = await world.rest('POST', `/internal-accounts/${accountId}/export`, { body: { clientPublicKey } });

  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'clientPublicKey']);
});

test('an export goes to the key that was signed for, and only once', async () => {
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

test('with its customer a wallet loses its address, its credentials and its sessions', async () => {
  const leaving = await newHolder(world);

  await world.rest('DELETE', `/customers/${leaving.customerId}`);

  const query = `accountId=${leaving.accountId}`;
  const { body: credentials } = await world.rest('GET', `/auth/credentials?${query}`);
  const { body: sessions } = await world.rest('GET', `/auth/sessions?${query}`);
  const path = `/internal-accounts/${leaving.accountId}`;
  const { second } = await signTwice(world, { method: 'PATCH', path, body: { privateEnabled: true }, key: leaving.key });
  expect(await walletOf(leaving.customerId)).toMatchObject({ status: 'CLOSED', fundingPaymentInstructions: [] });
  expect([credentials.data, sessions.data]).toEqual([[], []]);
  expect([second?.status, second?.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
});
