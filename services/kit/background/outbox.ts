// The outbox of a service: events that are written in the transaction of the change, and forwarded afterwards in order per resource.
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { resumedTogether, type Step } from '../core/tracing.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { byPlatform, onlyPlatform } from '../storage/distributed.ts';
import { openerOf, type PersonalKey, personalKeyColumn, personalKeys } from '../storage/personal-keys.ts';
import type { SealedColumn } from '../storage/resealing.ts';

import type { Place, Sealing } from '../storage/secrets.ts';
import { namesOf, unnest } from '../storage/tables.ts';
import { OutboxRecord } from '../storage/work-records.ts';
import { startLoop } from './background-loop.ts';
import { outboxClaims } from './outbox-claims.ts';
import { type KeyedOutboxRow, type OutboxEvent, type StoredEvent, toStoredEvent } from './outbox-event.ts';
import { forwarderOf } from './outbox-forwarder.ts';

export interface OutboxRows {
  add(event: OutboxEvent): Promise<void>;
  addMany(events: readonly OutboxEvent[]): Promise<void>;
  /** The events of resources that were not forwarded yet, in order per resource. */
  pendingOf(resources: readonly Resource[]): Promise<OutboxEvent[]>;
}

/** A resource by its public id. */
export type Resource = Pick<OutboxEvent, 'platformId' | 'resource'>;

/** The outbox, for writers. Bodies contain whole resources and are sealed under the key of the event's customer. */
export function outboxRows(db: Queryable, secrets: Sealing): OutboxRows {
  const platformOf = ({ platformId }: { readonly platformId: string }) => platformId;
  const addTogether = async (events: readonly OutboxEvent[]): Promise<never[]> => {
    await personalKeys(db, secrets).sealing(events, async (sealerOf, areCurrent) => {
      const added = await db.query(sql`${eventInsert(events, sealerOf, areCurrent)} returning 1`);
      return added.length > 0;
    });
    return [];
  };
  const addMany = async (events: readonly OutboxEvent[]) => {
    if (events.length === 0) return;
    await byPlatform(db, events, { platformOf, run: addTogether });
    db.wake('outbox');
  };
  const pendingTogether = (resources: readonly Resource[]) => {
    const keys = resources.map(({ platformId, resource }) => ({ platform_id: platformId, resource }));
    return db.query(sql<KeyedOutboxRow>`
      select outbox.*, ${personalKeyColumn('outbox', 'customer_id', onlyPlatform(db, resources))}
      from ${unnest(OutboxRecord, ['platform_id', 'resource'], keys)} join outbox using (platform_id, resource)
      where died_at is null order by resource, sequence`);
  };
  const pendingOf = async (resources: readonly Resource[]) => {
    const rows = await byPlatform(db, resources, { platformOf, run: pendingTogether });
    return rows.flatMap((row) => openEvent(toStoredEvent(row), secrets));
  };
  return { add: (event) => addMany([event]), addMany, pendingOf };
}

/** Adds events if `which` holds, a condition on `new`. Also as a part of a larger statement; `notify` then wakes the relay. */
export function eventInsert(
  events: readonly OutboxEvent[],
  sealerOf: (event: OutboxEvent) => PersonalKey,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = events.map((event) => toRow(event, sealerOf(event)));
  return sql`
    insert into outbox (${namesOf(newColumns)}) select * from ${unnest(OutboxRecord, newColumns, rows)} where ${which}`;
}

const newColumns = [
  'platform_id',
  'id',
  'customer_id',
  'environment',
  'resource',
  'sequence',
  'type',
  'body',
  'created_at',
  'request_id',
  'traceparent',
] as const;

function toRow(event: OutboxEvent, { seal }: PersonalKey) {
  const { id, environment, resource, sequence, type, body } = event;
  return {
    platform_id: event.platformId,
    id,
    customer_id: event.customerId ?? null,
    environment,
    resource,
    sequence,
    type,
    body: seal(body, bodyPlace(id)),
    created_at: event.createdAt,
    request_id: event.requestId,
    traceparent: event.traceparent ?? null,
  };
}

/** None if its customer was erased. */
function openEvent({ isSealed, personalKey, ...event }: StoredEvent, secrets: Sealing): OutboxEvent[] {
  if (!isSealed) return [event];
  const key = openerOf({ customer_id: event.customerId ?? null, personal_key: personalKey }, secrets);
  return key ? [{ ...event, body: key.open(event.body, bodyPlace(event.id)) }] : [];
}

const bodyPlace = (eventId: string): Place => ({ purpose: 'outbox.body', row: eventId });

export interface RelayOptions {
  readonly database: Database;
  readonly secrets: Sealing;
  /** Accepts events, in order per resource. May receive an event twice. */
  readonly deliver: (events: OutboxEvent[]) => Promise<void>;
  readonly wall: Clock;
  readonly log: Log;
}

export interface Relay {
  /** Looks for events now. */
  wake(): void;
  /** Forwards all pending events that no other process has claimed. Returns how many. */
  runOnce(): Promise<number>;
  /** Number of events forwarded here since the start. */
  done(): number;
  /** Forwards the pending events of a platform. Returns whether there were any and all were forwarded. */
  flush(platformId: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Starts forwarding. Several processes can do so concurrently. */
export function startRelay({ database, secrets, deliver, wall, log }: RelayOptions): Relay {
  const claims = outboxClaims(database, wall);
  const opened = (event: StoredEvent) => openEvent(event, secrets);
  const deliverTraced = (events: StoredEvent[]) =>
    resumedTogether(
      events.map(({ traceparent }) => traceparent),
      forwarding,
      () => deliver(events.flatMap(opened)),
    );
  const forward = forwarderOf({ claims, deliver: deliverTraced, log });
  let done = 0;
  const drain = async (): Promise<number> => {
    const before = done;
    for (;;) {
      const { lots, isLast } = await claims.claim();
      const forwarded = await forward(lots);
      done += forwarded;
      const isAll = forwarded === lots.reduce((sum, { events }) => sum + events.length, 0); // a given up event frees those after it
      if (lots.length === 0 || (isLast && isAll)) return done - before;
    }
  };
  // One round at a time, so that no delivery of an earlier round is pending when a requested round starts.
  let draining: Promise<unknown> = Promise.resolve();
  const runOnce = () => {
    const drained = draining.then(drain);
    draining = drained.catch(() => undefined);
    return drained;
  };
  const loop = startLoop({
    log,
    runDue: async () => {
      const isBusy = (await runOnce()) >= busyEvents;
      await pause(isBusy ? busyGatheringMs : gatheringMs, undefined, { ref: false });
      return Infinity;
    },
  });
  const listening = database.listen('outbox', () => loop.wake());
  listening.catch((error: unknown) => log.error({ err: error }, 'Listening for events failed. Polling instead.'));

  return {
    wake: loop.wake,
    runOnce,
    done: () => done,
    flush: async (platformId) => {
      if (!(await claims.holdsAny(platformId))) return false;
      await runOnce();
      return !(await claims.holdsAny(platformId));
    },
    stop: async () => {
      await loop.stop();
      await draining;
      await listening.then(
        (end) => end(),
        () => undefined,
      );
    },
  };
}

const forwarding: Step = { name: 'forward events', kind: 'CONSUMER' };

/** Pause between two rounds. A round costs three commits, so under load one forwards the events of many changes. */
const gatheringMs = 25;
/** The same after a round of many events: rounds of a few dozen would cost as much as what they forward. */
const busyGatheringMs = 100;
const busyEvents = 32;

/** Events without a customer. */
export const sealedOutbox: SealedColumn = {
  table: 'outbox',
  column: 'body',
  key: { platform_id: 'uuid', id: 'uuid' },
  which: 'is_sealed and customer_id is null',
  place: ({ id = '' }) => bodyPlace(id),
};
