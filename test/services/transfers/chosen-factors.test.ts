// The factor that a request for a payment chooses, and how long its challenge lasts.
import { describe, expect, test } from 'vitest';
import { enrollPasskey } from '../../kit/browser-passkey.ts';
import { newIban } from '../../kit/european.ts';
import { makePayee, makePayer, quoteBody } from '../../kit/payments.ts';
import { authorizingIn } from './authorized-payments.ts';
import { accountOf, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { newPayer, newQuote, authorize, execute } = authorizingIn(world);
const minuteMs = 60_000;

const entries: readonly [string, (customerId: string) => object][] = [
  ['executed later', () => ({})],
  ['executed at once', () => ({ immediatelyExecute: true })],
  ['funded from outside', (customerId) => ({ source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'EUR' } })],
];

describe.each(entries)('a quote %s', (_, changes) => {
  test.each(['TOTP', 'PASSKEY', 'FAX', 7, null])(
    'is not made with %j, by which the customer cannot authorize it',
    async (scaFactor) => {
      const payer = await newPayer();

      const { status, body } = await newQuote(payer, { ...changes(payer.customerId), scaFactor });

      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
      expect((await world.rest('GET', `/transactions?customerId=${payer.customerId}&type=OUTGOING`)).body.data).toEqual([]);
    },
  );
});

test.each(['FAX', 7, null])('an execution by %j is refused', async (scaFactor) => {
  const { body: quote } = await newQuote(await newPayer());

  const refused = await execute(quote.id, { scaFactor });

  expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_INPUT']);
});

test.each(['TOTP', 'FAX', 7, null, {}])('elsewhere the factor %j is ignored', async (scaFactor) => {
  const payer = await makePayer(world.rest);
  const to = await makePayee(world.rest, payer.customerId);
  const body = { ...quoteBody({ from: payer.accountId, to }), scaFactor };

  const { status, body: quote } = await world.rest('POST', '/quotes', { body });
  const executed = await execute(quote.id, { scaFactor });
  const immediate = await world.rest('POST', '/quotes', { body: { ...body, immediatelyExecute: true } });

  expect([status, executed.status, immediate.status]).toEqual([201, 200, 201]);
});

test('a code by text message is the factor of an execution that names none', async () => {
  const payer = await newPayer();
  await enrollPasskey(world.rest, payer.customerId);
  const { status, body: quote } = await newQuote(payer, { scaFactor: 'PASSKEY' });

  expect([status, (await execute(quote.id)).body.scaChallenge.factor]).toEqual([201, 'SMS_OTP']);
});

test('a challenge of a payment funded from outside ends with its quote', async () => {
  const payer = await newPayer();
  await enrollPasskey(world.rest, payer.customerId);
  const source = { sourceType: 'REALTIME_FUNDING', customerId: payer.customerId, currency: 'EUR' };
  const to = await accountOf(world, payer.customerId, 'USD'); // without a rail: five minutes
  const body = { ...quoteBody({ from: payer.accountId, to }), source, scaFactor: 'PASSKEY' };

  const { body: quote } = await world.rest('POST', '/quotes', { body });

  expect(quote.scaChallenge.expiresAt).toBe(quote.expiresAt);
});

test('the rate of an executed payment stays locked while it waits, beyond the end of its quote', async () => {
  const payer = await newPayer();
  const to = await makePayee(world.rest, payer.customerId);
  const { body: quote } = await world.rest('POST', '/quotes', { body: quoteBody({ from: payer.accountId, to }) });
  world.wall.advance(Date.parse(quote.expiresAt) - world.wall.now().getTime() - 1_000);

  await execute(quote.id);
  world.wall.advance(2 * minuteMs);
  await world.settle();
  const converted = await authorize(quote.id);
  world.wall.advance(2 * minuteMs);
  const paid = await authorize(quote.id);

  expect(converted.body.status).toBe('PENDING_AUTHORIZATION');
  expect(['PROCESSING', 'COMPLETED']).toContain(paid.body.status);
  expect([paid.body.exchangeRate, paid.body.totalReceivingAmount]).toEqual([quote.exchangeRate, quote.totalReceivingAmount]);
});

test('a repeated execution under its key answers again with the challenge', async () => {
  const payer = await newPayer();
  const to = await newIban(world.rest, payer.customerId);
  const { body: quote } = await world.rest('POST', '/quotes', { body: quoteBody({ from: payer.accountId, to }) });
  const run = (key: string) =>
    world.rest('POST', `/quotes/${quote.id}/execute`, { body: {}, headers: { 'idempotency-key': `${quote.id} ${key}` } });

  const first = await run('one');
  const [same, other] = [await run('one'), await run('two')];

  expect(first.body.status).toBe('PENDING_AUTHORIZATION');
  expect([same.status, same.body]).toEqual([first.status, first.body]);
  expect([other.status, other.body.details.reason]).toEqual([409, 'AUTHORIZATION_PENDING']);
});
