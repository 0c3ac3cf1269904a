// Quotes funded by a wallet, without the signature or the money for it.
import { expect, test } from 'vitest';
import { signedHeaders, stampOf } from '../../kit/wallet-client.ts';
import { type Holder, newHolder } from '../../kit/wallet-holder.ts';
import { accountOf, balancesOf, execute, fund, quote, startTransfers } from './transfers-world.ts';
import { walletQuotesIn } from './wallet-quote.ts';

const world = await startTransfers();
const payer = await newHolder(world);
const receiver = await accountOf(world, undefined, 'USDB');
const { walletQuote, statusOf } = walletQuotesIn(world, payer, receiver);
await fund(world, payer.accountId, 50_000_000);

const signature = 'service-wallet-signature';

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

test('a signature replaces no permission, and is checked after the existence of the quote', async () => {
  const { id, payload } = await walletQuote();
  const stamp = { [signature]: stampOf(payload, payer.key) };
  const { body: made } = await world.rest('POST', '/tokens', { body: { name: 'no money', permissions: ['VIEW', 'MANAGE'] } });
  const token = `Basic ${Buffer.from(`${made.clientId}:${made.clientSecret}`).toString('base64')}`;

  const forbidden = await world.rest('POST', `/quotes/${id}/execute`, { headers: stamp, token });
  const unknown = await execute(world, 'Quote:00000000-0000-7000-8000-000000000000', { [signature]: 'scribble' });

  expect([forbidden.status, forbidden.body.code]).toEqual([403, 'FORBIDDEN']);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
  expect(await statusOf(id)).toBe('PENDING');
});

test("another quote's request is not accepted", async () => {
  const [one, other] = [await walletQuote(), await walletQuote()];
  const { body: challenge } = await execute(world, one.id);

  const { status, body } = await execute(world, other.id, signedHeaders(challenge, payer.key));

  expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
});

test('an executed or expired quote is reported before the signature is checked', async () => {
  const { id, payload } = await walletQuote();
  await execute(world, id, { [signature]: stampOf(payload, payer.key) });
  const late = await quote(world, payer.accountId, receiver);
  world.wall.advance(16 * 60_000);

  const [again, expired] = [await execute(world, id), await execute(world, late.body.id, { [signature]: 'scribble' })];

  expect([again.status, again.body.details.reason]).toEqual([409, 'QUOTE_ALREADY_EXECUTED']);
  expect([expired.status, expired.body.details.reason]).toEqual([409, 'QUOTE_EXPIRED']);
  expect((await world.rest('GET', `/quotes/${late.body.id}`)).body).not.toHaveProperty('paymentInstructions');
});

test('a wallet cannot exceed its balance, nor pay with immediate execution', async () => {
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

test('a signature for another source account is ignored, and payments into a wallet need none', async () => {
  const plain = await accountOf(world, undefined, 'USDB');
  await fund(world, plain, 1_000_000);
  const { body } = await quote(world, plain, payer.accountId, { lockedCurrencyAmount: 1_000_000 });

  const answer = await execute(world, body.id, { [signature]: 'scribble', 'request-id': 'none' });

  expect(body).not.toHaveProperty('paymentInstructions');
  expect([answer.status, answer.body.status]).toEqual([200, 'COMPLETED']);
});
