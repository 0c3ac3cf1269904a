// Webhooks on an advanced clock: retries at their times, DEAD after seven days, and no platform delayed by a dead receiver.
import { randomUUID } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { DeliveryService, DeliveryState, EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { select } from '../kit/books.ts';
import { newListener } from '../kit/listener.ts';
import { eventually } from '../kit/payments.ts';
import { startWorld, type Tenant } from '../kit/platform.ts';
import type { Receiver } from '../kit/receiver.ts';

const day = 86_400;
const world = await startWorld();

/** A new event of some service of the platform. Returns its uuid. */
async function tell(tenant: Tenant, resource = `Transaction:${randomUUID()}`): Promise<string> {
  const id = randomUUID();
  const { body: clock } = await tenant.rest('GET', '/sandbox/clock');
  const body = Buffer.from(JSON.stringify({ id: `Webhook:${id}`, type: 'OUTGOING_PAYMENT.PENDING', data: { id: resource } }));
  const event = { id, platformId: tenant.id, resource, sequence: 1n, type: 'OUTGOING_PAYMENT.PENDING', body, requestId: 'test' };
  await tenant.internal(EventService).acceptEvents({ events: [{ ...event, createdAt: timestampFromDate(new Date(clock.now)) }] });
  return id;
}

async function deliveryOf(tenant: Tenant, eventId: string) {
  const { deliveries } = await tenant.internal(DeliveryService).listDeliveries({ limit: 100 });
  return deliveries.find((delivery) => delivery.eventId === eventId);
}

const isEvent = ({ body }: Receiver['received'][number]) => body.type !== 'TEST';

test('a failed webhook is retried as the clock passes its schedule: 5, 10, 20, 40 … seconds', async () => {
  const { tenant, receiver } = await newListener(world);
  receiver.answer({ status: 500 });
  await tell(tenant);
  const counts: number[] = [];

  // The retries follow after 4.5 to 5.5, 9 to 11 and 18 to 22 seconds: in total after 4.5 to 5.5, 13.5 to 16.5, 31.5 to 38.5.
  for (const seconds of [0, 4, 2, 7, 4, 14, 8]) {
    await tenant.advance(seconds);
    counts.push(receiver.received.filter(isEvent).length);
  }

  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4]);
});

test('a retry is attempted once, however far the clock advances in one step', async () => {
  const { tenant, receiver } = await newListener(world);
  receiver.answer({ status: 500 });
  await tell(tenant);

  await tenant.advance(3600);

  // 5 + 10 + … + 1280 seconds are 2555, and the next is 1800 later.
  expect(receiver.received.filter(isEvent).length).toBe(10);
  const ids = new Set(receiver.received.filter(isEvent).map(({ body }) => body.id));
  expect(ids.size).toBe(1);
});

test('after seven days of platform time it is DEAD; an operator can resend it, the same bytes under the same id', async () => {
  const { tenant, receiver } = await newListener(world);
  receiver.answer({ status: 500, body: 'out of order' });
  const id = await tell(tenant);

  for (let hours = 0; hours < 7 * 24; hours += 6) await tenant.advance(day / 4); // in larger steps the clock would wait for no attempt
  const before = await deliveryOf(tenant, id);
  await tenant.advance(day);
  const dead = await deliveryOf(tenant, id);
  receiver.answer({});
  await tenant.internal(DeliveryService).replayDelivery({ eventId: id });
  await tenant.advance(0);
  const delivered = await deliveryOf(tenant, id);

  expect(before?.state).toBe(DeliveryState.DEAD);
  expect(before?.attempts.length).toBeGreaterThan(325);
  expect(before?.attempts.length).toBeLessThan(365);
  expect(before?.attempts[0]).toMatchObject({ status: 500, response: Buffer.from('out of order') });
  expect(dead?.attempts.length).toBe(before?.attempts.length);
  expect(delivered?.state).toBe(DeliveryState.DELIVERED);
  const bytes = new Set(receiver.received.filter(isEvent).map(({ bytes }) => bytes.toString()));
  expect(bytes.size).toBe(1);
});

test('only DEAD events of the own platform can be resent', async () => {
  const { tenant } = await newListener(world);
  const other = await world.newPlatform();
  const id = await tell(tenant);
  await tenant.advance(0);

  await expect(tenant.internal(DeliveryService).replayDelivery({ eventId: id })).rejects.toThrow('is DELIVERED');
  await expect(other.internal(DeliveryService).replayDelivery({ eventId: id })).rejects.toThrow('There is no event');
  await expect(tenant.client(DeliveryService).replayDelivery({ eventId: id })).rejects.toThrow('This operation is internal');
});

test('a resent event has another seven days, however far the clock advanced while it was DEAD', async () => {
  const { tenant, receiver } = await newListener(world);
  receiver.answer({ status: 500 });
  const id = await tell(tenant);
  await tenant.advance(0);
  await select(world.databaseUrl, `update webhooks.delivery set state = 'DEAD' where event_id = $1`, [id]);
  for (let days = 0; days < 10; days++) await tenant.advance(day);

  await tenant.internal(DeliveryService).replayDelivery({ eventId: id });
  await tenant.advance(60);

  expect((await deliveryOf(tenant, id))?.state).toBe(DeliveryState.PENDING);
});

test('a failed test webhook is not resent', async () => {
  const { tenant, receiver } = await newListener(world);
  receiver.answer({ status: 500 });
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: `${receiver.url}/other` } });
  const dead = await eventually(
    async () => (await tenant.internal(DeliveryService).listDeliveries({ state: DeliveryState.DEAD })).deliveries,
    ({ length }) => length === 1,
  );

  const again = tenant.internal(DeliveryService).replayDelivery({ eventId: dead[0]?.eventId ?? '' });

  await expect(again).rejects.toThrow('is a test or an approval request. These are sent only once');
});

test('the delivery log filters by state and resource, newest first, page by page', async () => {
  const { tenant, receiver } = await newListener(world);
  const resource = `Transaction:${randomUUID()}`;
  const delivered = [await tell(tenant), await tell(tenant, resource), await tell(tenant)];
  await tenant.advance(0);
  receiver.answer({ status: 404 });
  const pending = await tell(tenant);
  await tenant.advance(0);
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: '' } });
  const lost = await tell(tenant);
  const log = tenant.internal(DeliveryService);
  const idsOf = ({ deliveries }: { deliveries: { eventId: string }[] }) => deliveries.map(({ eventId }) => eventId);

  const first = await log.listDeliveries({ limit: 3 });
  const second = await log.listDeliveries({ limit: 3, before: first.nextBefore ?? 0n });

  expect(idsOf(first)).toEqual([lost, pending, delivered[2]]);
  expect(idsOf(second).slice(0, 2)).toEqual([delivered[1], delivered[0]]);
  expect(second.nextBefore).toBeUndefined();
  expect(idsOf(await log.listDeliveries({ resource }))).toEqual([delivered[1]]);
  expect(idsOf(await log.listDeliveries({ state: DeliveryState.NO_ENDPOINT }))).toEqual([lost]);
  expect(idsOf(await log.listDeliveries({ state: DeliveryState.PENDING }))).toEqual([pending]);
});

test('a receiver that does not answer does not delay a clock', async () => {
  const { tenant, receiver } = await newListener(world);
  const { promise: never } = Promise.withResolvers<void>();
  receiver.answer({ after: never });
  for (let count = 0; count < 20; count++) await tell(tenant);

  await tenant.advance(7 * day);

  expect((await tenant.rest('GET', '/sandbox/clock')).body.offsetSeconds).toBe(7 * day);
  expect(receiver.received.filter(isEvent).length).toBe(10);
  await receiver.close();
});
