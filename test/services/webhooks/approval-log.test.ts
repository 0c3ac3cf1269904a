// Approval requests in the delivery log: each is one event with one attempt, whatever its result, and is never retried.
import { expect, test } from 'vitest';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { DeliveryService, DeliveryState } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { nameIn } from '../../../services/transfers/domain/shared/name-in.ts';
import type { Tenant } from '../../kit/platform.ts';
import type { ReceiverAnswer } from '../../kit/receiver.ts';
import { receive, startReceiving } from '../transfers/uma-receiving.ts';

const world = await startReceiving();
const { scene, eventTypes } = world;

async function logged(tenant: Tenant, resource: string) {
  const { deliveries } = await tenant.internal(DeliveryService).listDeliveries({ resource, limit: 100 });
  return deliveries
    .filter(({ type }) => type === 'INCOMING_PAYMENT.PENDING')
    .map(({ state, attempts, dueAt }) => ({
      state: nameIn(DeliveryState, state),
      isDue: dueAt !== undefined,
      attempts: attempts.map(({ status, failure, response }) => [status ?? failure, Buffer.from(response).toString()]),
    }));
}

test.each<[string, ReceiverAnswer, string, unknown[]]>([
  ['approves', { status: 200, body: '{}' }, 'DELIVERED', [200, '{}']],
  ['answers 409', { status: 409 }, 'DELIVERED', [409, '']],
  ['rejects', { status: 403, body: '{"reason":"NO"}' }, 'DEAD', [403, '{"reason":"NO"}']],
  ['fails', { status: 500, body: 'x'.repeat(5_000) }, 'DEAD', [500, 'x'.repeat(4_096)]],
  ['hangs up', { hangUp: true }, 'DEAD', ['CONNECTION', '']],
])('a platform that %s gets one request', async (_, answer, state, attempt) => {
  const set = await scene(answer);
  const { body: made } = await receive(set);
  await eventTypes(set, made.id);

  await set.tenant.advance(8 * 86_400);

  expect((await eventTypes(set, made.id)).filter((type) => type === 'PENDING')).toEqual(['PENDING']);
  expect(await logged(set.tenant, made.id)).toEqual([{ state, isDue: false, attempts: [attempt] }]);
});

test('a failed approval request cannot be resent either', async () => {
  const set = await scene({ status: 500 });
  const { body: made } = await receive(set);
  await eventTypes(set, made.id);
  const log = set.tenant.internal(DeliveryService);
  const { deliveries } = await log.listDeliveries({ resource: made.id, state: DeliveryState.DEAD });

  const again = log.replayDelivery({ eventId: deliveries[0]?.eventId ?? '' });

  await expect(again).rejects.toMatchObject({ code: ErrorCode.CONFLICT });
});

test('an event without an endpoint has no attempt', async () => {
  const tenants: Tenant[] = [];
  const forget = () => tenants[0]?.rest('PATCH', '/config', { body: { webhookEndpoint: '' } }) ?? Promise.resolve();
  const more = { status: 422, body: JSON.stringify({ requiredFields: ['TAX_ID'] }) };
  const set = await scene(() => ({ ...more, after: forget() }));
  tenants.push(set.tenant);
  const { body: made } = await receive(set);
  await eventTypes(set, made.id);

  const [second, first] = await logged(set.tenant, made.id);

  expect([first?.state, first?.attempts.length]).toEqual(['DEAD', 1]);
  expect(second).toEqual({ state: 'NO_ENDPOINT', isDue: false, attempts: [] });
});
