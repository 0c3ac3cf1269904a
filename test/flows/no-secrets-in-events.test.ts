// The sandbox, where webhooks go to the local machine: events and their deliveries contain no secret either.
import { expect, test } from 'vitest';
import { openCanary, overheard, type Seen, valuesIn } from '../kit/canary.ts';
import { idToken, nonceFor } from '../kit/id-token.ts';
import { startProcess } from '../kit/launch.ts';
import { eventually } from '../kit/payments.ts';
import { newKey, openedKey, openedWords, stamped, stampOver } from '../kit/published-client.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { newHolder, signTwice } from '../kit/wallet-holder.ts';
import { flowDatabase } from './flow-database.ts';

const canary = openCanary();
const seen: Seen[] = [];
const DATABASE_URL = await flowDatabase();
const platform = await startProcess({ env: { DATABASE_URL, LOG_LEVEL: 'trace' } });
const receiver = await startReceiver();
const bare = restAt(platform.origin);
const { body: token } = await bare('POST', '/tokens', { body: { name: 'all', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] } });
canary.hide('the secret of the token', token.clientSecret);
const credentials = Buffer.from(`${token.clientId}:${token.clientSecret}`).toString('base64');
canary.hide('the header', credentials);
const rest = overheard(restAt(platform.origin, `Basic ${credentials}`), seen);
await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const holder = await newHolder({ rest });
canary.hide("the key of the holder's session", holder.key.scalar);

test('a wallet pays, signed by a key that was sealed to its client', async () => {
  const own = newKey();
  canary.hide('the private key of the client', Buffer.from(own.privateKey, 'hex'));
  const clientPublicKey = own.publicKeyUncompressed;
  const { accountId } = holder;
  const registration = idToken(new Date());
  const body = { type: 'OAUTH', accountId, oidcToken: registration };
  const { second } = await signTwice({ rest }, { method: 'POST', path: '/auth/credentials', body, key: holder.key });
  const oidcToken = idToken(new Date(), { nonce: nonceFor(clientPublicKey) });
  canary.hide('an ID token', registration);
  canary.hide('another ID token', oidcToken);
  const proof = { body: { type: 'OAUTH', oidcToken, clientPublicKey } };
  const { body: session } = await rest('POST', `/auth/credentials/${second?.body.id}/verify`, proof);
  const key = openedKey(session.encryptedSessionSigningKey, own);
  canary.hide('the private key of the session', Buffer.from(key.privateKey, 'hex'));
  const { body: challenge } = await rest('POST', `/internal-accounts/${accountId}/export`, { body: { clientPublicKey } });
  const { body: exported } = await rest('POST', `/internal-accounts/${accountId}/export`, {
    body: { clientPublicKey },
    headers: await stamped(challenge, key),
  });
  canary.hide('the words of the wallet', openedWords(exported.encryptedWalletCredentials, own));

  await rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 5_000_000 } });
  const other = await newHolder({ rest });
  const { body: accounts } = await rest('GET', `/customers/internal-accounts?customerId=${other.customerId}&currency=USDB`);
  const destination = { destinationType: 'ACCOUNT', accountId: accounts.data[0].id };
  const { body: quote } = await rest('POST', '/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId },
      destination,
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    },
  });
  const stamp = await stampOver(quote.paymentInstructions[0].accountOrWalletInfo.payloadToSign, key);
  canary.hide('a stamp', stamp);
  const headers = { 'service-wallet-signature': stamp };
  const { status } = await rest('POST', `/quotes/${quote.id}/execute`, { headers });

  expect(status).toBe(200);
  await eventually(
    () => receiver.types(),
    (types) => types.includes('OUTGOING_PAYMENT.COMPLETED'),
  );
});

test('none of it was seen', async () => {
  const { output } = await platform.end();
  const events = receiver.received.map(({ bytes, headers, body }) => ({
    place: `the event ${body.type}`,
    content: Buffer.concat([bytes, Buffer.from(JSON.stringify(headers))]),
  }));
  const kept = await valuesIn(DATABASE_URL);

  expect(events.length).toBeGreaterThan(5);
  expect(kept.length).toBeGreaterThan(500);
  expect(canary.findings([...seen, ...events, ...kept, { place: 'the log', content: output }])).toEqual([]);
});
