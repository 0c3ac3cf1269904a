// The events of a platform by REST: what was sent, how the endpoint responded, and sending again.
import { expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

/** A platform with one customer, and the last event of it. The endpoint is set before that. */
async function scene(endpoint?: string): Promise<{ tenant: Tenant; eventId: string }> {
  const tenant = await world.newPlatform();
  if (endpoint !== undefined) await listen(tenant, endpoint);
  await tenant.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } });
  await world.settle();
  const { data } = await get(tenant, '/events');
  return { tenant, eventId: data.find(({ type }: { type: string }) => type !== 'TEST').id };
}

const listen = async ({ rest }: Tenant, webhookEndpoint: string) => {
  await rest('PATCH', '/config', { body: { webhookEndpoint } });
  await world.settle();
};
const sentTo = ({ events }: Receiver, eventId: string) => events.map(({ body }) => body).filter(({ id }) => id === eventId);
const get = async ({ rest }: Tenant, path: string) => (await rest('GET', path)).body;

test('an event shows the body that was sent, and each attempt', async () => {
  const receiver = await startReceiver();
  receiver.answer({ body: 'thank you' });
  const { tenant, eventId } = await scene(receiver.url);

  const event = await get(tenant, `/events/${eventId}`);
  const { data: attempts } = await get(tenant, `/events/${eventId}/attempts`);

  const [sent] = sentTo(receiver, eventId);
  expect(event).toEqual({
    id: eventId,
    type: sent?.type,
    resource: sent?.data.id,
    timestamp: sent?.timestamp,
    status: 'DELIVERED',
    attemptCount: 1,
    payload: sent,
  });
  expect(attempts).toEqual([
    { number: 1, startedAt: expect.any(String), durationMs: expect.any(Number), status: 200, response: 'thank you' },
  ]);
});

test('a list has no payloads, and can be filtered', async () => {
  const { tenant, eventId } = await scene();

  const { data } = await get(tenant, '/events');
  const ofType = await get(tenant, `/events?type=${data[0].type}&status=NO_ENDPOINT&resource=${data[0].resource}`);
  const none = await get(tenant, '/events?status=DEAD');

  expect(data.map(({ id }: { id: string }) => id)).toContain(eventId);
  expect(data.filter((event: object) => 'payload' in event)).toEqual([]);
  expect(ofType.data[0]).toEqual(data[0]);
  expect(none).toEqual({ data: [], hasMore: false });
});

test('an event from before an endpoint was set can be sent, with the same id and bytes', async () => {
  const { tenant, eventId } = await scene();
  const refused = await tenant.rest('POST', `/events/${eventId}/resend`);
  const before = await get(tenant, `/events/${eventId}`);
  const receiver = await startReceiver();
  await listen(tenant, receiver.url);

  const sent = await tenant.rest('POST', `/events/${eventId}/resend`);
  await world.settle();

  expect([refused.status, refused.body.code, before.status]).toEqual([400, 'WEBHOOK_ENDPOINT_NOT_SET', 'NO_ENDPOINT']);
  expect([sent.status, sent.body.status]).toEqual([200, expect.toBeOneOf(['PENDING', 'DELIVERED'])]); // it may arrive first
  expect(sentTo(receiver, eventId)).toEqual([before.payload]);
  expect(await get(tenant, `/events/${eventId}`)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
});

test('a delivered event can be sent again, also by concurrent requests', async () => {
  const receiver = await startReceiver();
  const { tenant, eventId } = await scene(receiver.url);

  const answers = await Promise.all(Array.from({ length: 5 }, () => tenant.rest('POST', `/events/${eventId}/resend`)));
  await world.settle();

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(sentTo(receiver, eventId).length).toBeGreaterThanOrEqual(2);
  const { data } = await get(tenant, `/events/${eventId}/attempts`);
  expect(data.map(({ number }: { number: number }) => number)).toEqual(data.map((_: unknown, index: number) => index + 1));
});

test('a test event is sent only once', async () => {
  const receiver = await startReceiver();
  const { tenant } = await scene(receiver.url);
  const { data } = await get(tenant, '/events?type=TEST');

  const { status, body } = await tenant.rest('POST', `/events/${data[0].id}/resend`);

  expect([status, body.code]).toEqual([409, 'CONFLICT']);
});

test('a platform sees only its own events', async () => {
  const { eventId } = await scene();

  for (const path of [`/events/${eventId}`, `/events/${eventId}/attempts`]) {
    const { status, body } = await world.rest('GET', path);
    expect([status, body.code, body.details]).toEqual([404, 'REFERENCE_NOT_FOUND', { resource: 'Webhook' }]);
  }
});
