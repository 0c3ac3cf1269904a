// Quotes that a wallet pays: what its holder signs, and what happens without.
import { expect, test } from 'vitest';
import type { RestAnswer } from '../../kit/rest.ts';
import { signedHeaders, stampOf } from '../../kit/wallet-client.ts';
import { type Holder, newHolder } from '../../kit/wallet-holder.ts';
import { accountOf, balancesOf, execute, findings, fund, newCustomer, quote, startTransfers } from './transfers-world.ts';

const world = await startTransfers();
const payer = await newHolder(world);
const receiver = await accountOf(world, await newCustomer(world), 'USDB');
await fund(world, payer.accountId, 50_000_000);

const signature = 'service-wallet-signature';

/** A quote for one USDB, and the text to sign for it. */
async function walletQuote(amount = 1_000_000): Promise<{ id: string; payload: string; body: RestAnswer['body'] }> {
  const { status, body } = await quote(world, payer.accountId, receiver, { lockedCurrencyAmount: amount });
  expect(status).toBe(201);
  return { id: body.id, payload: body.paymentInstructions[0].accountOrWalletInfo.payloadToSign, body };
}

const statusOf = async (quoteId: string) => (await world.rest('GET', `/quotes/${quoteId}`)).body.status;

test('the quote carries what is to be signed, the same as long as it is open', async () => {
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

test('the signature over that is enough; then it is shown no more', async () => {
  const { id, payload } = await walletQuote();
  const [before] = await balancesOf(world, payer.accountId);

  const { status, body } = await execute(world, id, { [signature]: stampOf(payload, payer.key) });

  expect([status, body.status]).toEqual([200, 'COMPLETED']);
  expect(body).not.toHaveProperty('paymentInstructions');
  expect((await balancesOf(world, payer.accountId))[0]).toBe(before - 1_000_000);
});

test('without headers the same payload comes as a challenge, and its request may be named', async () => {
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

const refusals: [string, (payload: string, other: Holder) => Record<string, string>, string][] = [
  ['a request id alone', () => ({ 'request-id': 'Request:1' }), 'WALLET_SIGNATURE_MISSING'],
  [
    'an unknown request id',
    (payload) => ({ [signature]: stampOf(payload, payer.key), 'request-id': 'Request:00000000-0000-7000-8000-000000000000' }),
    'UNAUTHORIZED',
  ],
  ['no stamp', () => ({ [signature]: 'scribble' }), 'WALLET_SIGNATURE_MALFORMED'],
  ['a stamp over another text', (payload) => ({ [signature]: stampOf(`${payload} `, payer.key) }), 'WALLET_SIGNATURE_INVALID'],
  ["another holder's key", (payload, other) => ({ [signature]: stampOf(payload, other.key) }), 'WALLET_SIGNATURE_INVALID'],
];

test.each(refusals)('%s moves nothing, and the quote stays open', async (_, headersOf, code) => {
  const other = await newHolder(world);
  const { id, payload } = await walletQuote();
  const before = await balancesOf(world, payer.accountId);

  const { status, body } = await execute(world, id, headersOf(payload, other));

  expect([status, body.code]).toEqual([401, code]);
  expect(await statusOf(id)).toBe('PENDING');
  expect(await balancesOf(world, payer.accountId)).toEqual(before);
  expect((await execute(world, id, { [signature]: stampOf(payload, payer.key) })).status).toBe(200);
});

test('the request of one quote is unknown to another', async () => {
  const [one, other] = [await walletQuote(), await walletQuote()];
  const { body: challenge } = await execute(world, one.id);

  const { status, body } = await execute(world, other.id, signedHeaders(challenge, payer.key));

  expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
});

test('the value that older sandbox clients send is taken', async () => {
  const { id } = await walletQuote();

  const { status, body } = await execute(world, id, { [signature]: 'sandbox-valid-signature' });

  expect([status, body.status]).toEqual([200, 'COMPLETED']);
});

test('what was executed or has expired is told before the signature is looked at', async () => {
  const { id, payload } = await walletQuote();
  await execute(world, id, { [signature]: stampOf(payload, payer.key) });
  const late = await quote(world, payer.accountId, receiver);
  world.wall.advance(16 * 60_000);

  const [again, expired] = [await execute(world, id), await execute(world, late.body.id, { [signature]: 'scribble' })];

  expect([again.status, again.body.details.reason]).toEqual([409, 'QUOTE_ALREADY_EXECUTED']);
  expect([expired.status, expired.body.details.reason]).toEqual([409, 'QUOTE_EXPIRED']);
  expect((await world.rest('GET', `/quotes/${late.body.id}`)).body).not.toHaveProperty('paymentInstructions');
});

test('of many signed calls at once one executes', async () => {
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

test('the same key gives the same answer, however often the holder signs', async () => {
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

test('a wallet cannot promise what it does not hold, nor pay at once', async () => {
  const poor = await newHolder(world);

  const short = await quote(world, poor.accountId, receiver, { lockedCurrencyAmount: 1_000_000 });
  const immediate = await quote(world, payer.accountId, receiver, { immediatelyExecute: true });

  expect(short).toMatchObject({
    status: 400,
    body: {
      code: 'INVALID_AMOUNT',
      details: { reason: 'INSUFFICIENT_BALANCE', available: 0, required: 1_000_000, currency: 'USDB' },
    },
  });
  expect([immediate.status, immediate.body.code]).toEqual([400, 'INVALID_INPUT']);
});

test('a signature on the way from another account is ignored, and money into a wallet needs none', async () => {
  const plain = await accountOf(world, await newCustomer(world), 'USDB');
  await fund(world, plain, 1_000_000);
  const { body } = await quote(world, plain, payer.accountId, { lockedCurrencyAmount: 1_000_000 });

  const answer = await execute(world, body.id, { [signature]: 'scribble', 'request-id': 'none' });

  expect(body).not.toHaveProperty('paymentInstructions');
  expect([answer.status, answer.body.status]).toEqual([200, 'COMPLETED']);
});

test('the books are right', async () => {
  expect(await findings(world)).toEqual([]);
});
