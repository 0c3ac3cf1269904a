// Signatures in the TypeScript client: it verifies those of webhooks, and makes those of wallets.
import { expect, test } from 'vitest';
import { createClient, type Operation } from '../../clients/typescript/src/main.ts';
import { callSigned, createWalletKey, stampOf } from '../../clients/typescript/src/wallets.ts';
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts';
import { isStampOf, parseStamp } from '../../services/auth/domain/wallet/stamp.ts';
import { startWorld } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';
import { newHolder } from '../kit/wallet-holder.ts';

const world = await startWorld();
const baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 });
const client = createClient({ baseUrl, credentials: { clientId: world.clientId, clientSecret: world.clientSecret } });

/** As in the package, which is written from the protos. */
const updateInternalAccount: Operation<{ path: { id: string }; body: object }, object> = {
  verb: 'PATCH',
  path: '/internal-accounts/{id}',
  rpc: 'payments.accounts.v1.InternalAccountService/UpdateInternalAccount',
};

test('a webhook is verified by its signature and its platform', async () => {
  const receiver = await startReceiver();
  const platform = await world.newPlatform();
  await platform.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const [{ bytes, headers, body: sent }] = (await receiver.arrived(1)) as [Awaited<ReturnType<typeof receiver.arrived>>[number]];
  const publicKeys = await fetch(`${baseUrl}/.well-known/webhook-public-key.pem`).then((answer) => answer.text());
  const request = { body: Uint8Array.from(bytes), signature: String(headers['x-service-signature']) };
  const expected = { publicKeys, platformId: `Platform:${platform.id}` };

  expect(await verifyWebhook(request, expected)).toEqual(sent);
  expect(await verifyWebhook(request, { ...expected, platformId: `Platform:${world.id}` })).toBeUndefined();
  expect(await verifyWebhook({ ...request, body: Uint8Array.from([...bytes, 32]) }, expected)).toBeUndefined();
  for (const signature of [undefined, '', '{', '{"v":"1","s":"MAA="}', '{"v":"1","s":"%"}'])
    expect(await verifyWebhook({ ...request, signature }, expected)).toBeUndefined();
});

test('stamps are valid, whatever their numbers', async () => {
  const key = await createWalletKey();

  for (let count = 0; count < 300; count++) {
    const stamp = parseStamp(await stampOf(`{"n":${count}}`, key));
    expect(stamp && isStampOf(stamp, `{"n":${count}}`)).toBe(true);
  }
});

test('an operation of a wallet is signed and repeated in one call', async () => {
  const { accountId, key } = await newHolder(world);
  const jwk = { kty: 'EC', crv: 'P-256', ...coordinatesOf(key.uncompressed), d: key.scalar.toString('base64url') };
  const privateKey = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const own = { privateKey, publicKey: key.compressed, publicKeyUncompressed: key.uncompressed };
  const input = { path: { id: accountId }, body: { privateEnabled: true } };

  const changed = await callSigned(client, {
    operation: updateInternalAccount,
    input,
    sign: (payload) => stampOf(payload, own),
  });

  expect(changed).toMatchObject({ id: accountId, privateEnabled: true });
});

function coordinatesOf(uncompressed: string): { x: string; y: string } {
  const bytes = Buffer.from(uncompressed, 'hex');
  return { x: bytes.toString('base64url', 1, 33), y: bytes.toString('base64url', 33) };
}
