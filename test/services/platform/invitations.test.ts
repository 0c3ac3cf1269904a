// Invitations, from both sides: the platform whose customer invites, and the one whose customer claims.
import { expect, test } from 'vitest';
import { PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';

const world = await startWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const inviterUma = await newAddress(world);

async function newAddress(tenant: Tenant, currencies?: string[]): Promise<string> {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...(currencies && { currencies }) };
  return (await tenant.rest('POST', '/customers', { body })).body.umaAddress;
}

const invite = (more: object = {}, tenant: Tenant = world) =>
  tenant.rest('POST', '/invitations', { body: { inviterUma, ...more } });
const claim = (code: string, inviteeUma = '$grace@uma.other.test', tenant: Tenant = world) =>
  tenant.rest('POST', `/invitations/${code}/claim`, { body: { inviteeUma } });
const cancel = (code: string, tenant: Tenant = world) => tenant.rest('POST', `/invitations/${code}/cancel`);
const stateOf = async (code: string) => (await world.rest('GET', `/invitations/${code}`)).body.status;
const inMinutes = (count: number) => new Date(world.wall.now().getTime() + count * 60_000).toISOString();
const summary = ({ status, body }: { status: number; body: { code: string; details?: unknown } }) => [
  status,
  body.code,
  body.details,
];

test('an invitation has a code of eight characters and a link, and shows what it was made with', async () => {
  const now = world.wall.now().toISOString();
  const expiresAt = inMinutes(60);

  const { status, body } = await invite({ firstName: 'Grace', amountToSend: 1_250, expiresAt });

  expect(status).toBe(201);
  expect(body).toEqual({
    code: expect.stringMatching(/^[0-9abcdefghjkmnpqrstvwxyz]{8}$/),
    url: `http://localhost:8080/i/${body.code}`,
    status: 'PENDING',
    inviterUma,
    firstName: 'Grace',
    amountToSend: { amount: 1_250, currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 } },
    createdAt: now,
    expiresAt,
  });
  expect((await world.rest('GET', `/invitations/${body.code.toUpperCase()}`)).body).toEqual(body);
});

test('the amount is in the first currency of the inviter', async () => {
  const { body } = await invite({ inviterUma: await newAddress(world, ['EUR', 'USD']), amountToSend: 5 });

  expect(body.amountToSend.currency.code).toBe('EUR');
});

test('a claim by another platform ends the invitation and is told to the one that made it', async () => {
  const other = await world.newPlatform();
  const { body: made } = await invite({ amountToSend: 100 });
  const now = world.wall.now().toISOString();

  const claimed = await claim(made.code.toUpperCase(), '$Grace@uma.other.test', other);

  const after = { ...made, status: 'CLAIMED', inviteeUma: '$grace@uma.other.test', claimedAt: now };
  expect([claimed.status, claimed.body]).toEqual([200, after]);
  expect((await other.rest('GET', `/invitations/${made.code}`)).body).toEqual(after);
  await world.settle();
  const told = receiver.received.filter(({ body }) => body.data.code === made.code);
  expect(told.map(({ body }) => [body.type, body.timestamp, body.data])).toEqual([['INVITATION.CLAIMED', now, after]]);
});

test('what was claimed is neither claimed again nor cancelled', async () => {
  const { code } = (await invite()).body;
  await claim(code);

  const refusal = [400, 'INVITATION_ALREADY_CLAIMED', { status: 'CLAIMED', inviteeUma: '$grace@uma.other.test' }];
  expect(summary(await claim(code))).toEqual(refusal);
  expect(summary(await cancel(code))).toEqual(refusal);
});

test('a cancelled invitation tells nobody, and is neither claimed nor cancelled again', async () => {
  const { code } = (await invite()).body;

  const cancelled = await cancel(code);

  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'CANCELLED']);
  expect(summary(await claim(code))).toEqual([400, 'INVITATION_CANCELLED', { status: 'CANCELLED' }]);
  expect(summary(await cancel(code))).toEqual([400, 'INVITATION_CANCELLED', { status: 'CANCELLED' }]);
  await world.settle();
  expect(receiver.received.filter(({ body }) => body.data.code === code)).toEqual([]);
});

test('an invitation expires at its moment', async () => {
  const expiresAt = inMinutes(10);
  const { code } = (await invite({ expiresAt })).body;

  world.wall.advance(10 * 60_000 - 1);
  expect(await stateOf(code)).toBe('PENDING');
  world.wall.advance(1);

  expect(await stateOf(code)).toBe('EXPIRED');
  const details = { reason: 'INVITATION_EXPIRED', expirationTime: expiresAt };
  expect(summary(await claim(code))).toEqual([400, 'INVALID_INPUT', details]);
  expect(summary(await cancel(code))).toEqual([400, 'INVALID_INPUT', details]);
});

test('of two hundred claims at once one is answered 200', async () => {
  const { code } = (await invite()).body;

  const answers = await Promise.all(Array.from({ length: 200 }, (_, count) => claim(code, `$guest${count}@uma.other.test`)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'INVITATION_ALREADY_CLAIMED')).toHaveLength(199);
});

test('a claim repeated under its key is answered as before', async () => {
  const { code } = (await invite()).body;
  const ask = () =>
    world.rest('POST', `/invitations/${code}/claim`, {
      body: { inviteeUma: '$grace@uma.other.test' },
      headers: { 'idempotency-key': `claim ${code}` },
    });

  const [first, second] = [await ask(), await ask()];

  expect([second.status, second.body]).toEqual([first.status, first.body]);
});

test.each([
  ['an address of nobody', { inviterUma: '$nobody@localhost' }, 'INVALID_INPUT'],
  ['a malformed address', { inviterUma: 'nobody@localhost' }, 'INVALID_UMA_ADDRESS'],
  ['nothing to send', { amountToSend: 0 }, 'INVALID_AMOUNT'],
  ['less than nothing to send', { amountToSend: -1 }, 'INVALID_AMOUNT'],
  ['an end that is past', { expiresAt: '2020-01-01T00:00:00Z' }, 'INVALID_INPUT'],
])('an invitation with %s is refused', async (_, more, code) => {
  const { status, body } = await invite(more);

  expect([status, body.code]).toEqual([400, code]);
});

test('the customer of another platform does not invite here', async () => {
  const other = await world.newPlatform();

  const { status, body } = await invite({ inviterUma: await newAddress(other) });

  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'inviterUma']);
});

test('a deleted customer does not invite any more', async () => {
  const customer = await world.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } });
  await world.rest('DELETE', `/customers/${customer.body.id}`);

  const { status, body } = await invite({ inviterUma: customer.body.umaAddress });

  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
});

test('nobody claims the invitation that they made, nor with a malformed address', async () => {
  const { code } = (await invite()).body;

  const own = await claim(code, inviterUma);
  const malformed = await claim(code, 'grace');

  expect([own.status, own.body.code]).toEqual([400, 'INVALID_INPUT']);
  expect([malformed.status, malformed.body.code]).toEqual([400, 'INVALID_UMA_ADDRESS']);
  expect(await stateOf(code)).toBe('PENDING');
});

test('another platform does not cancel it', async () => {
  const other = await world.newPlatform();
  const { code } = (await invite()).body;

  const { status, body } = await cancel(code, other);

  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  expect(await stateOf(code)).toBe('PENDING');
});

test('codes that were never given out, and those of the other environment, are not found', async () => {
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

test('a platform without invitations makes none', async () => {
  const tenant = await world.newPlatform();
  await tenant.internal(PlatformDirectoryService).setInvitations({ offersInvitations: false });
  const mine = await newAddress(tenant);

  const refused = await invite({ inviterUma: mine }, tenant);
  await tenant.internal(PlatformDirectoryService).setInvitations({ offersInvitations: true });
  const made = await invite({ inviterUma: mine }, tenant);

  expect([refused.status, refused.body.code]).toEqual([400, 'INVITATIONS_NOT_CONFIGURED']);
  expect(made.status).toBe(201);
});
