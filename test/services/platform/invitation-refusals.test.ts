// Refused invitations: who cannot invite, claim or cancel, and unknown codes.
import { expect, test } from 'vitest';
import { PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { invitationsIn, newAddress } from './invitations-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const inviterUma = await newAddress(world);
const { invite, claim, stateOf, cancel } = invitationsIn(world, inviterUma);

test.each([
  ['an address of nobody', { inviterUma: '$nobody@localhost' }, 'INVALID_INPUT'],
  ['a malformed address', { inviterUma: 'nobody@localhost' }, 'INVALID_UMA_ADDRESS'],
  ['an empty address', { inviterUma: '' }, 'INVALID_UMA_ADDRESS'],
  ['no address', { inviterUma: undefined }, 'INVALID_INPUT'],
  ['an address with a port', { inviterUma: '$nobody@localhost:8080' }, 'INVALID_UMA_ADDRESS'],
  ['nothing to send', { amountToSend: 0 }, 'INVALID_AMOUNT'],
  ['less than nothing to send', { amountToSend: -1 }, 'INVALID_AMOUNT'],
  ['an end that is past', { expiresAt: '2020-01-01T00:00:00Z' }, 'INVALID_INPUT'],
])('an invitation with %s is refused', async (_, more, code) => {
  const { status, body } = await invite(more);

  expect([status, body.code]).toEqual([400, code]);
});

test('an amount outside the bounds of the inviter’s first currency is refused', async () => {
  const tenant = await world.newPlatform();
  const { body: config } = await tenant.rest('GET', '/config');
  const supportedCurrencies = config.supportedCurrencies
    .filter(({ currencyCode }: { currencyCode: string }) => ['USD', 'EUR'].includes(currencyCode))
    .map((entry: { currencyCode: string }) => ({
      ...entry,
      ...(entry.currencyCode === 'EUR' && { minAmount: 500, maxAmount: 2_000 }),
    }));
  await tenant.rest('PATCH', '/config', { body: { supportedCurrencies } });
  const mine = await newAddress(tenant, ['EUR', 'USD']);

  const answers = [];
  for (const amountToSend of [499, 500, 2_000, 2_001]) answers.push(await invite({ inviterUma: mine, amountToSend }, tenant));

  expect(answers.map(({ status }) => status)).toEqual([400, 201, 201, 400]);
  for (const { body } of [answers[0], answers[3]].flatMap((answer) => answer ?? []))
    expect([body.code, body.details]).toEqual(['AMOUNT_OUT_OF_RANGE', { min: 500, max: 2_000, currency: 'EUR' }]);
});

test("another platform's customer cannot invite here", async () => {
  const other = await world.newPlatform();

  const { status, body } = await invite({ inviterUma: await newAddress(other) });

  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'inviterUma']);
});

test('a deleted customer cannot invite', async () => {
  const customer = await world.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } });
  await world.rest('DELETE', `/customers/${customer.body.id}`);

  const { status, body } = await invite({ inviterUma: customer.body.umaAddress });

  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
});

test('customers cannot claim their own invitation, or with a malformed address', async () => {
  const { code } = (await invite()).body;

  const own = await claim(code, inviterUma);
  const malformed = await claim(code, 'grace');
  const empty = await claim(code, '');
  const withPort = await claim(code, '$grace@uma.other.test:8080');

  expect([own.status, own.body.code]).toEqual([400, 'INVALID_INPUT']);
  for (const { status, body } of [malformed, empty, withPort]) expect([status, body.code]).toEqual([400, 'INVALID_UMA_ADDRESS']);
  expect(await stateOf(code)).toBe('PENDING');
});

test('another platform cannot cancel it', async () => {
  const other = await world.newPlatform();
  const { code } = (await invite()).body;

  const { status, body } = await cancel(code, other);

  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  expect(await stateOf(code)).toBe('PENDING');
});

test('unknown codes, and those of the other environment, are not found', async () => {
  const production = await world.newPlatform({ environment: 'production' });
  const { code } = (await invite()).body;

  const answers = [
    await world.rest('GET', '/invitations/00000000'),
    await claim('00000000'),
    await cancel('00000000'),
    await production.rest('GET', `/invitations/${code}`),
  ];

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 4 }, () => [404, 'INVITATION_NOT_FOUND']),
  );
});

test('a platform without invitations creates none', async () => {
  const tenant = await world.newPlatform();
  await tenant.internal(PlatformDirectoryService).setInvitations({ offersInvitations: false });
  const mine = await newAddress(tenant);

  const refused = await invite({ inviterUma: mine }, tenant);
  await tenant.internal(PlatformDirectoryService).setInvitations({ offersInvitations: true });
  const made = await invite({ inviterUma: mine }, tenant);

  expect([refused.status, refused.body.code]).toEqual([400, 'INVITATIONS_NOT_CONFIGURED']);
  expect(made.status).toBe(201);
});
