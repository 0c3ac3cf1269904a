// Events between processes: many small ones are sent in batches, and one larger than the limit of other requests still arrives.
import { randomBytes } from 'node:crypto';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { type AcceptEventsRequest, EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { services } from '../../services/all.ts';
import { deliverEvents } from '../../services/kit/background/deliver-events.ts';
import type { OutboxEvent } from '../../services/kit/background/outbox-event.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import type { Dispatch } from '../../services/kit/core/call.ts';
import { silent } from '../../services/kit/core/log.ts';
import { refusalFrom } from '../../services/kit/messages/fail.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { patienceMs } from '../kit/patience.ts';
import { startWorld } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';

const world = await startWorld();
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: services.map(({ name }) => name), wall: world.wall });
const authenticator = openAuthenticator({ dispatch: world.running.dispatch, tokens, wall: world.wall, mode: 'sandbox' });
const { running } = world;
const authenticate = authenticator.any;
const server = await startRpcServer({ running, host: '127.0.0.1', port: 0, authenticate, isReady: () => true, log: silent });
const remote = openRemote({ addressOf: () => server.address, tokens });
afterAll(async () => {
  await remote.close();
  await server.close();
});

/** Bytes of the event bodies of each message between the processes. */
const messages: number[][] = [];
const counted: Dispatch = (method, request, call) => {
  messages.push((request as AcceptEventsRequest).events.map(({ body }) => body.length));
  return remote.dispatch(method, request, call);
};

test('an event of more than 4 MiB from another process reaches its platform', async () => {
  const receiver = await startReceiver();
  await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const large = eventOf(6 * mebibyte);

  await deliver([eventOf(1_000), large, eventOf(1_000)]);
  await world.settle();

  const arrived = receiver.received.filter(({ body }) => body.type === large.type);
  expect(messages.splice(0)).toEqual([[1_000], [6 * mebibyte], [1_000]]);
  expect(arrived.map(({ bytes }) => bytes.length).toSorted((a, b) => a - b)).toEqual([1_000, 1_000, 6 * mebibyte]);
});

test('messages contain at most a mebibyte and a hundred events', async () => {
  await deliver([...Array.from({ length: 5 }, () => eventOf(400_000)), ...Array.from({ length: 150 }, () => eventOf(100))]);

  expect(messages.splice(0).map((bodies) => bodies.length)).toEqual([2, 2, 100, 51]);
});

test('a request of that size from any other caller is refused unread', async () => {
  const signedIn = createGrpcTransport({
    baseUrl: server.address,
    interceptors: [(next) => (request) => (request.header.set('authorization', world.token), next(request))],
  });
  const outside = createGrpcTransport({ baseUrl: server.address });
  const asked = [signedIn, outside].map((transport) => createClient(EventService, transport).acceptEvents({ events: [] }));

  const refused = await Promise.allSettled(asked);

  const codes = refused.map((outcome) => outcome.status === 'rejected' && refusalFrom(outcome.reason)?.code);
  expect(codes).toEqual([ErrorCode.FORBIDDEN, ErrorCode.UNAUTHORIZED]);
});

const mebibyte = 1024 * 1024;

async function deliver(events: readonly OutboxEvent[]): Promise<void> {
  const caller = {
    ...(await authenticator.basic({ authorization: world.token, requestId: 'test', address: '' })),
    service: 'customers',
  };
  const call = { caller, requestId: 'test', signal: AbortSignal.timeout(patienceMs), admitted: false };
  await deliverEvents(events, { clients: { events: clientOf(EventService, counted)(call) } });
}

/** An event with a body of this many bytes. */
function eventOf(bytes: number): OutboxEvent {
  const resource = `Job:${crypto.randomUUID()}`;
  const type = 'BULK_UPLOAD.COMPLETED';
  const empty = JSON.stringify({ type, padding: '' });
  return {
    id: crypto.randomUUID(),
    platformId: world.id,
    environment: 'sandbox',
    resource,
    sequence: 1n,
    type,
    body: Buffer.from(JSON.stringify({ type, padding: 'x'.repeat(bytes - empty.length) })),
    createdAt: world.wall.now(),
    requestId: 'test',
  };
}
