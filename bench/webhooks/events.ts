// A process that writes events into an outbox and receives their webhooks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { outboxRows } from '../../services/kit/background/outbox.ts';
import type { OutboxEvent } from '../../services/kit/background/outbox-event.ts';
import { publicId } from '../../services/kit/core/ids.ts';
import { silent } from '../../services/kit/core/log.ts';
import { openDatabase } from '../../services/kit/storage/database.ts';
import { kitMigrations } from '../../services/kit/storage/kit-migrations.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { transfers } from '../../services/transfers/service.ts';
import { answerTasks } from '../kit/answer-tasks.ts';
import { masterKey } from '../kit/master-key.ts';
import { percentile } from '../kit/rounds.ts';
import { newGroup, type Owners } from './groups.ts';

export interface EventLoad {
  readonly databaseUrl: string;
  readonly owners: Owners;
  readonly groups: number;
  /** Absent: as fast as possible. */
  readonly groupsPerSecond?: number;
}

export interface EventAnswer {
  /** From the first commit to the last receipt. */
  readonly seconds: number;
  /** From the commit of an event to its receipt, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const groupsPerCommit = 10;
let onReceipt = (_eventId: string) => {};

const receiver = createServer(async (request, response) => {
  const { id } = JSON.parse(await text(request)) as { id: string };
  response.writeHead(200).end();
  onReceipt(id);
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
process.stdout.write(`  hooks http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks\n`);

answerTasks<EventLoad, EventAnswer>(async ({ databaseUrl, owners, groups, groupsPerSecond }) => {
  const migrations = [...kitMigrations, ...transfers.migrations];
  const database = await openDatabase({ url: databaseUrl, schema: 'transfers', entities: [], migrations, log: silent });
  const outbox = outboxRows(database, openSecrets([Buffer.from(masterKey, 'hex')]));
  const noted = noteReceipts();
  const startMs = performance.now();
  for (let made = 0; made < groups; made += groupsPerCommit) {
    const events = Array.from({ length: groupsPerCommit }, (_, at) => newGroup(owners, made + at)).flat();
    await outbox.addMany(events);
    noted.committed(events);
    if (groupsPerSecond)
      await pause(Math.max(0, startMs + ((made + groupsPerCommit) * 1000) / groupsPerSecond - performance.now()));
  }
  const waitsMs = await noted.all();
  const seconds = (performance.now() - startMs) / 1000;
  await database.close();
  return { seconds, p50Ms: percentile(waitsMs, 0.5), p99Ms: percentile(waitsMs, 0.99) };
});

/** An event may arrive before its commit has returned, and more than once. */
function noteReceipts() {
  const committed = new Map<string, number>();
  const received = new Map<string, number>();
  const ended = Promise.withResolvers<void>();
  let isAwaited = false;
  const look = () => {
    if (isAwaited && [...committed.keys()].every((id) => received.has(id))) ended.resolve();
  };
  onReceipt = (id) => {
    if (!received.has(id)) received.set(id, performance.now());
    if (received.size >= committed.size) look();
  };
  return {
    committed: (events: readonly OutboxEvent[]) =>
      events.forEach(({ id }) => void committed.set(publicId('Webhook', id), performance.now())),
    /** Waits for all receipts. Returns the milliseconds from each commit, 0 if the receipt was faster. */
    all: async () => {
      isAwaited = true;
      look();
      await ended.promise;
      return [...committed].map(([id, atMs]) => Math.max(0, (received.get(id) ?? 0) - atMs));
    },
  };
}
