// Every operation that writes, with `Dry-Run: true`: it answers like the real one, and changes nothing.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { method as methodRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import { type Operation, operations } from '../contract/operations.ts';
import { requestOf, send } from '../contract/requests.ts';
import { makeThings } from '../contract/things.ts';
import { contentsOf } from '../kit/contents.ts';
import { startWorld } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { RestAnswer } from '../kit/rest.ts';
import { shapeOf } from '../kit/shape.ts';

const world = await startWorld();
const things = await makeThings(world);
const { url: webhookEndpoint, events } = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint } });
// Nothing is left that a job or sweep would do in the meantime.
for (let round = 0; round < 2; round++) {
  world.wall.advance(5_000);
  await world.settle();
}

/** Their specimens need earlier requests or a signature. */
const refused = new Set([
  'verifyCredential',
  'revokeCredential',
  'refreshSession',
  'resendQuoteScaCode',
  'completeTwoFactorReset',
  'approvePayment',
  'rejectPayment',
]);

const isExcluded = ({ route }: Operation) => optionOf(route.method, methodRule)?.noDryRun !== '';
const writes = operations.filter(({ verb }) => verb !== 'GET');
const excluded = writes.filter(isExcluded);
const dryable = writes.filter((operation) => !isExcluded(operation));

type Sent = ReturnType<typeof requestOf> & { readonly headers?: Readonly<Record<string, string>> };

/** The same request for the dry run and the real one. */
const requests = new Map<string, Sent>(
  writes.map((operation) => {
    const key = operation.takesKey ? { headers: { 'idempotency-key': randomUUID() } } : {};
    return [operation.id, { ...requestOf(operation, things), ...key }];
  }),
);
const requestFor = ({ id }: Operation) => requests.get(id) as Sent;

function sendDry(operation: Operation): Promise<RestAnswer> {
  const request = requestFor(operation);
  return send(world, operation, { ...request, headers: { ...request.headers, 'dry-run': 'true' } });
}

const eventsBefore = events.length;
/** The audit of agents contains each of their calls. */
const withoutCalls = async () => ({ ...(await contentsOf(world.databaseUrl)), 'agents.agent_request': undefined });

const before = await withoutCalls();
const rehearsed = new Map<string, RestAnswer>();
for (const operation of writes) rehearsed.set(operation.id, await sendDry(operation));
await world.settle();
const after = await withoutCalls();

test('dry runs change no table, and send no webhook', () => {
  expect(after).toEqual(before);
  expect(events).toHaveLength(eventsBefore);
});

test.each(excluded)('$name cannot run dry, and says so', ({ id }) => {
  const { status, body } = rehearsed.get(id) ?? {};

  expect([status, body.code, body.details?.reason]).toEqual([400, 'INVALID_INPUT', 'DRY_RUN_NOT_SUPPORTED']);
});

test.each(dryable.filter(({ id }) => !refused.has(id)))('$name runs dry', ({ id, successes }) => {
  const { status, body, headers } = rehearsed.get(id) ?? {};

  expect(successes, JSON.stringify(body)).toContain(status);
  expect(headers?.['dry-run']).toBe('true');
});

test.each(dryable.filter(({ verb }) => verb !== 'DELETE'))('$name answers a dry run like a real request', async (operation) => {
  await world.settle();

  const dry = await sendDry(operation);
  const wet = await send(world, operation, requestFor(operation));

  expect([dry.status, shapeOf(dry.body)], JSON.stringify([dry.body, wet.body])).toEqual([wet.status, shapeOf(wet.body)]);
  expect(wet.headers['dry-run']).toBeUndefined();
});
