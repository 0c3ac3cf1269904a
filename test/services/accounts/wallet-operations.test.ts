// Signed wallet operations: privacy.
import { expect, test } from 'vitest';
import { InternalAccountService } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { startWorld } from '../../kit/platform.ts';
import { signedHeaders } from '../../kit/wallet-client.ts';
import { newHolder, signTwice, walletOf } from '../../kit/wallet-holder.ts';

const world = await startWorld();
const holder = await newHolder(world);
const { accountId, key } = holder;
const uuid = accountId.slice('InternalAccount:'.length);

test('the first login makes the wallet able to receive payments', async () => {
  const wallet = await walletOf(world, holder.customerId);

  expect(wallet.fundingPaymentInstructions).toEqual([
    {
      isPlatformAccount: false,
      accountOrWalletInfo: { accountType: 'SPARK_WALLET', address: expect.stringMatching(/^sparkrt1/), assetType: 'USDB' },
    },
  ]);
});

test("privacy changes with the holder's signature, even to its current value", async () => {
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

test('another body than the signed one is refused', async () => {
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
])('%s is no valid privacy setting', async (_, body) => {
  const answer = await world.rest('PATCH', `/internal-accounts/${accountId}`, { body });

  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', details: { errors: [{ field: 'privateEnabled' }] } },
  });
});

test('privacy and export need a wallet account, and a missing account is not found', async () => {
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

test('an account cannot be read by its id', async () => {
  const { status, body } = await world.rest('GET', `/internal-accounts/${accountId}`);

  expect([status, body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
});
