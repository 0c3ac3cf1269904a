// A thousand platforms with dead or slow receivers do not affect ten healthy ones.
// WEBHOOK_DEAD_ENDPOINTS: how many; 90 by default, 1,000 in the long form, which also measures the time.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { afterAll, expect, test } from 'vitest';
import {
  type GetPlatformRequest,
  PlatformDirectoryService,
  PlatformSchema,
} from '../../../gen/payments/platform/v1/platform_pb.ts';
import { EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { clientOf } from '../../../services/kit/calls/clients.ts';
import { wall } from '../../../services/kit/core/clock.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { startServices } from '../../../services/kit/service/start-services.ts';
import { openSecrets } from '../../../services/kit/storage/secrets.ts';
import { webhooksWithin } from '../../../services/webhooks/service.ts';
import { absentServices } from '../../kit/absent.ts';
import { testDatabase } from '../../kit/database.ts';
import { databaseWaitMs, testPatienceMs } from '../../kit/patience.ts';
import { startReceiver } from '../../kit/receiver.ts';

const deadCount = Number(process.env.WEBHOOK_DEAD_ENDPOINTS ?? 90);
const isLong = deadCount >= 1_000;
const healthyCount = 10;
const eventsOfOne = isLong ? 20 : 40;
const rounds = isLong ? 200 : 15;

const endpoints = new Map<string, string>();
const elsewhere = absentServices();
elsewhere.answer(PlatformDirectoryService.method.getPlatform, (request) => {
  const { platformId: id = '' } = request as GetPlatformRequest;
  return create(PlatformSchema, { id, environment: 'sandbox', config: { webhookEndpoint: endpoints.get(id) ?? '' } });
});
const url = await testDatabase();
const running = await startServices({
  doors: [webhooksWithin({ connectTimeoutMs: 2_000, timeoutMs: 6_000 })],
  remote: elsewhere.dispatch,
  databaseUrl: () => url,
  settings: {
    mode: 'sandbox',
    sandboxTimeScale: 1,
    publicUrl: 'http://localhost:8080',
    dataDir: '/nowhere',
    databaseWaitMs,
  },
  secrets: openSecrets([randomBytes(32)]),
  wall,
  log: silent,
});
afterAll(() => running.close());

const caller = { platformId: randomUUID(), environment: 'sandbox', permissions: [], clockOffsetMs: 0, service: 'test' } as const;
const call = { caller, requestId: 'test', signal: new AbortController().signal, admitted: false };
const events = clientOf(EventService, running.dispatch)(call);

function newPlatforms(count: number, urlOf: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => {
    const id = randomUUID();
    endpoints.set(id, urlOf(index));
    return id;
  });
}

function eventFor(platformId: string) {
  const id = randomUUID();
  const resource = `Transaction:${randomUUID()}`;
  const body = Buffer.from(JSON.stringify({ id, type: 'OUTGOING_PAYMENT.PENDING', data: { id: resource } }));
  const type = 'OUTGOING_PAYMENT.PENDING';
  return { id, platformId, resource, sequence: 1n, type, body, createdAt: timestampFromDate(wall.now()), requestId: 'test' };
}

test(`${deadCount} dead or slow endpoints next to ten healthy ones`, { timeout: 2 * testPatienceMs }, async () => {
  const { failing, silentOne, dead } = await startDead();
  const healthy = await startReceiver();
  const well = newPlatforms(healthyCount, () => healthy.url);
  const leftAt = new Map<string, Moment>();
  const waits: Moment[] = [];
  const now = (): Moment => ({ ms: performance.now(), failures: failing.received.length });
  healthy.answer(({ body }) => {
    const left = leftAt.get(body.id);
    if (left) waits.push({ ms: now().ms - left.ms, failures: now().failures - left.failures });
    return {};
  });

  for (let count = 0; count < eventsOfOne; count++) await events.acceptEvents({ events: dead.map(eventFor) });
  for (let round = 1; round <= rounds; round++) {
    const batch = well.map(eventFor);
    for (const { id } of batch) leftAt.set(id, now());
    await events.acceptEvents({ events: batch });
    await (isLong ? pause(50) : healthy.arrived(round * healthyCount)); // the long form waits for nobody: a receiver's events do not either
  }
  await healthy.arrived(rounds * healthyCount);

  expect(failing.received.length).toBeGreaterThan(0);
  expect(silentOne.received.length).toBeGreaterThan(0);
  const failures = p99(waits.map((wait) => wait.failures));
  const ms = p99(waits.map((wait) => wait.ms));
  console.log(`${deadCount} dead: p99 of the healthy ${ms.toFixed()} ms, or ${failures} failures of others`);
  // They do not queue behind the others' backlog, of which ten per platform can be under way. The long form, on a machine of
  // its own, measures the time as well.
  expect(failures).toBeLessThan((deadCount * eventsOfOne) / 3 / 3);
  if (isLong) expect(ms).toBeLessThan(1_000);
});

interface Moment {
  readonly ms: number;
  /** Failed attempts of others until then. */
  readonly failures: number;
}

/** Nobody listens, every call fails, or nobody ever answers. */
async function startDead() {
  const [failing, silentOne] = [await startReceiver(), await startReceiver()];
  const { promise: never } = Promise.withResolvers<void>();
  failing.answer({ status: 500 });
  silentOne.answer({ after: never });
  const bad = ['http://127.0.0.1:9/closed', failing.url, silentOne.url];
  return { failing, silentOne, dead: newPlatforms(deadCount, (index) => bad[index % bad.length] ?? '') };
}

function p99(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}
