// Invitations from both sides: the platform of the inviter, and that of the claimer.
import { expect, test } from 'vitest';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { invitationsIn, newAddress, summary } from './invitations-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const inviterUma = await newAddress(world);
const { invite, claim, cancel, stateOf } = invitationsIn(world, inviterUma);

const inMinutes = (count: number) => new Date(world.wall.now().getTime() + count * 60_000).toISOString();

test('an invitation has a code of eight characters and a link, and shows its fields', async () => {
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

test("a claim by another platform ends the invitation, with a webhook to the inviter's platform", async () => {
  const other = await world.newPlatform();
  const { body: made } = await invite({ amountToSend: 100 });
  const now = world.wall.now().toISOString();

  const claimed = await claim(made.code.toUpperCase(), '$Grace@uma.other.test', other);

  const after = { ...made, status: 'CLAIMED', inviteeUma: '$grace@uma.other.test', claimedAt: now };
  expect([claimed.status, claimed.body]).toEqual([200, after]);
  expect((await other.rest('GET', `/invitations/${made.code}`)).body).toEqual(after);
  await world.settle();
  const sent = receiver.received.filter(({ body }) => body.data.code === made.code);
  expect(sent.map(({ body }) => [body.type, body.timestamp, body.data])).toEqual([['INVITATION.CLAIMED', now, after]]);
});

test('a claimed invitation can be neither claimed again nor cancelled', async () => {
  const { code } = (await invite()).body;
  await claim(code);

  const refusal = [400, 'INVITATION_ALREADY_CLAIMED', { status: 'CLAIMED', inviteeUma: '$grace@uma.other.test' }];
  expect(summary(await claim(code))).toEqual(refusal);
  expect(summary(await cancel(code))).toEqual(refusal);
});

test('a cancelled invitation sends no webhook, and can be neither claimed nor cancelled again', async () => {
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

test('of two hundred concurrent claims one is answered 200', async () => {
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
