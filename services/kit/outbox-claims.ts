// The relay's side of the outbox: one claimant per resource, whatever the order in which commits arrive.
import { sql } from 'kysely';
import type { Environment } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { OutboxEvent } from './outbox.ts';

/** The next events of one resource, in their order. Nobody else has any of this resource meanwhile. */
export interface Lot {
  readonly resource: string;
  readonly events: readonly OutboxEvent[];
  /** How often its first event has been taken. */
  readonly attempts: number;
}

export interface OutboxClaims {
  take(): Promise<Lot[]>;
  /** Whether events of this platform stand there, claimed or not. */
  holdsAny(platformId: string): Promise<boolean>;
  /** Forwarded: the rows are removed, which frees the resources. */
  finish(lots: readonly Lot[]): Promise<void>;
  /** Not forwarded: the resources stay held for this long, then anyone may take them. */
  postpone(lots: readonly Lot[], ms: number): Promise<void>;
}

const leaseMs = 60_000;
const resourcesMax = 100;
const eventsPerResourceMax = 20;

/**
 * The first row of a resource carries the lease of the whole resource. A row can only be taken while it is the first one, and it
 * stays the first one until it is removed; so whoever holds it holds all that follow. No high-water mark: a commit that arrives
 * late is found like any other.
 */
export function outboxClaims(database: Database, wall: Clock): OutboxClaims {
  return {
    take: async () => {
      const now = wall.now();
      const rows = await database.query(sql<OutboxRow>`
        with head as materialized (
          select id, resource from outbox o
          where (claimed_until is null or claimed_until <= ${now})
            and not exists (select 1 from outbox earlier where earlier.resource = o.resource and earlier.sequence < o.sequence)
          order by created_at limit ${resourcesMax} for update skip locked
        ), held as (
          update outbox set claimed_until = ${after(now, leaseMs)}, attempts = attempts + 1
          from head where outbox.id = head.id
        )
        select next.* from head cross join lateral (
          select * from outbox where outbox.resource = head.resource order by sequence limit ${eventsPerResourceMax}
        ) next
        order by next.resource, next.sequence`);
      return lotsOf(rows);
    },
    holdsAny: async (platformId) => {
      const rows = await database.query(sql`select 1 from outbox where platform_id = ${platformId} limit 1`);
      return rows.length > 0;
    },
    finish: async (lots) => {
      const ids = lots.flatMap(({ events }) => events.map(({ id }) => id));
      await database.query(sql`delete from outbox where id = any(${ids}::uuid[])`);
    },
    postpone: async (lots, ms) => {
      const ids = lots.map(({ events }) => events[0]?.id);
      await database.query(sql`update outbox set claimed_until = ${after(wall.now(), ms)} where id = any(${ids}::uuid[])`);
    },
  };
}

interface OutboxRow {
  id: string;
  platform_id: string;
  environment: Environment;
  resource: string;
  sequence: bigint;
  type: string;
  body: Buffer;
  created_at: Date;
  request_id: string;
  attempts: number;
}

function lotsOf(rows: readonly OutboxRow[]): Lot[] {
  const byResource = Map.groupBy(rows, ({ resource }) => resource);
  return [...byResource].map(([resource, own]) => ({
    resource,
    events: own.map(fromRow),
    attempts: (own[0]?.attempts ?? 0) + 1,
  }));
}

function fromRow(row: OutboxRow): OutboxEvent {
  const { id, environment, resource, sequence, type, body } = row;
  return {
    id,
    environment,
    resource,
    sequence,
    type,
    body,
    platformId: row.platform_id,
    createdAt: row.created_at,
    requestId: row.request_id,
  };
}

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);
