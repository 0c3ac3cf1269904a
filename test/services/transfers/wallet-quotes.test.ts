// Quotes funded by a wallet: what its holder signs, and how often it counts.
import { expect, test } from 'vitest';
import { signedHeaders, stampOf } from '../../kit/wallet-client.ts';
import { newHolder } from '../../kit/wallet-holder.ts';
import { accountOf, balancesOf, execute, findings, fund, quote, sharedTransfers } from './transfers-world.ts';
import { walletQuotesIn } from './wallet-quote.ts';

const world = await sharedTransfers();
const payer = await newHolder(world);
const receiver = await accountOf(world, undefined, 'USDB');
const { walletQuote, statusOf } = walletQuotesIn(world, payer, receiver);
await fund(world, payer.accountId, 50_000_000);

const signature = 'service-wallet-signature';

test('the quote contains the payload to sign, the same as long as it is open', async () => {
  const { id, payload, body } = await walletQuote();

  expect(body.paymentInstructions).toEqual([
    { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: expect.any(String) } },
  ]);
  expect(JSON.parse(payload)).toEqual({
    organizationId: payer.accountId.slice('InternalAccount:'.length),
    parameters: {
      quoteId: id.slice('Quote:'.length),
      signWith: payer.accountId,
      destination: receiver,
      sendingAmount: '1000000',
      sendingCurrency: 'USDB',
      receivingAmount: '1000000',
      receivingCurrency: 'USDB',
    },
    timestampMs: String(world.wall.now().getTime()),
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  });
  expect((await world.rest('GET', `/quotes/${id}`)).body.paymentInstructions).toEqual(body.paymentInstructions);
});

test('the signature over it is enough; then it is shown no more', async () => {
  const { id, payload } = await walletQuote();
  const [before] = await balancesOf(world, payer.accountId);

  const { status, body } = await execute(world, id, { [signature]: stampOf(payload, payer.key) });

  expect([status, body.status]).toEqual([200, 'COMPLETED']);
  expect(body).not.toHaveProperty('paymentInstructions');
  expect((await balancesOf(world, payer.accountId))[0]).toBe(before - 1_000_000);
});

test('without headers the same payload is returned as a challenge, and its request can be named', async () => {
  const { id, payload, body: made } = await walletQuote();

  const challenge = await execute(world, id);
  const open = await statusOf(id);
  const { status, body } = await execute(world, id, signedHeaders(challenge.body, payer.key));

  expect(challenge).toMatchObject({
    status: 202,
    body: { payloadToSign: payload, requestId: expect.stringMatching(/^Request:/), expiresAt: made.expiresAt },
  });
  expect(open).toBe('PENDING');
  expect([status, body.status]).toEqual([200, 'COMPLETED']);
});

test('the value of older sandbox clients is accepted', async () => {
  const { id } = await walletQuote();

  const { status, body } = await execute(world, id, { [signature]: 'sandbox-valid-signature' });

  expect([status, body.status]).toEqual([200, 'COMPLETED']);
});

test('of many concurrent signed calls one executes', async () => {
  const fresh = await newHolder(world);
  await fund(world, fresh.accountId, 1_000_000);
  const { body } = await quote(world, fresh.accountId, receiver, { lockedCurrencyAmount: 1_000_000 });
  const { payloadToSign } = body.paymentInstructions[0].accountOrWalletInfo;

  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => execute(world, body.id, { [signature]: stampOf(payloadToSign, fresh.key) })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await balancesOf(world, fresh.accountId)).toEqual([0, 0]);
});

test('the same key returns the same answer, however often the holder signs', async () => {
  const fresh = await newHolder(world);
  await fund(world, fresh.accountId, 1_000_000);
  const { body } = await quote(world, fresh.accountId, receiver, { lockedCurrencyAmount: 1_000_000 });
  const { payloadToSign } = body.paymentInstructions[0].accountOrWalletInfo;
  const call = (stamp: Record<string, string>) => execute(world, body.id, { 'idempotency-key': 'pay-once', ...stamp });

  const challenge = await call({});
  const first = await call({ [signature]: stampOf(payloadToSign, fresh.key) });
  const second = await call({ [signature]: stampOf(payloadToSign, fresh.key) });

  expect([challenge.status, first.status, second.status]).toEqual([202, 200, 200]);
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
});

test('the books are consistent', async () => {
  expect(await findings(world)).toEqual([]);
});
