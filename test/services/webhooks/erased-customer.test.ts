// Events of an erased customer: their bodies are unreadable, and nothing is sent.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DeliveryService, DeliveryState, EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { personalDataOf } from '../../../services/kit/service/common-services.ts';
import { startWorld } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { eventOf } from './webhook-world.ts';

const world = await startWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
await receiver.arrived(1); // the test webhook
const events = world.internal(EventService);
const log = world.internal(DeliveryService);

async function accept(customerId: string | undefined) {
  const event = { ...eventOf(world.id, `Customer:${customerId ?? randomUUID()}`, 1), ...(customerId && { customerId }) };
  await events.acceptEvents({ events: [event] });
  await world.settle();
  return event;
}

const erase = (customerId: string) =>
  world.internal(personalDataOf('webhooks')).erasePerson({ customerId: `Customer:${customerId}` });

async function deliveryOf(resource: string) {
  const { deliveries } = await log.listDeliveries({ resource });
  return deliveries[0];
}

test('a pending delivery is given up without an attempt when its customer is erased', async () => {
  const customerId = randomUUID();
  receiver.answer({ status: 503, body: 'later' });
  const { resource } = await accept(customerId);
  const pending = await deliveryOf(resource);
  const sent = receiver.events.length;

  await erase(customerId);
  receiver.answer({ status: 200 });
  world.wall.advance(3600_000);
  await world.settle();

  expect(pending).toMatchObject({ state: DeliveryState.PENDING, isErased: false });
  expect(Buffer.from(pending?.attempts[0]?.response ?? []).toString()).toBe('later');
  expect(receiver.events.length).toBe(sent);
  const ended = await deliveryOf(resource);
  expect(ended).toMatchObject({ state: DeliveryState.DEAD, isErased: true, attempts: [{ status: 503 }] });
  expect(ended?.attempts[0]?.response).toHaveLength(0);
});

test('an event of an erased customer cannot be resent, and a later one is not sent at all', async () => {
  const customerId = randomUUID();
  await erase(customerId);
  const sent = receiver.events.length;

  const { id, resource } = await accept(customerId);

  expect(receiver.events.length).toBe(sent);
  expect(await deliveryOf(resource)).toMatchObject({ state: DeliveryState.DEAD, isErased: true });
  await expect(log.replayDelivery({ eventId: id })).rejects.toMatchObject({
    status: 409,
    details: { reason: 'CUSTOMER_ERASED' },
  });
});

test('events of other customers, and of none, are still sent', async () => {
  const erased = randomUUID();
  await erase(erased);

  for (const customerId of [randomUUID(), undefined]) {
    const { resource } = await accept(customerId);
    expect(await deliveryOf(resource)).toMatchObject({ state: DeliveryState.DELIVERED, isErased: false });
  }
});
