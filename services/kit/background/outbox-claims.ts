// The relay's side of the outbox: one claimant per resource, whatever the order in which commits arrive.
import { sql } from 'kysely';
import { backOffMs } from '../core/back-off.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../storage/database.ts';
import { unnest } from '../storage/tables.ts';
import { OutboxRecord } from '../storage/work-records.ts';
import { afterFailure, type Failing, reasonOf } from './giving-up.ts';
import { claimEventsFairly, type OutboxRow } from './outbox-claiming.ts';
import type { StoredEvent } from './outbox-event.ts';

/** An event that this relay has. */
export interface ClaimedEvent extends Failing {
  readonly event: StoredEvent;
  /** How often it has been taken as the first of its resource. */
  readonly attempts: number;
}

/** The next events of one resource, in their order. Nobody else has any of this resource meanwhile. */
export interface Lot {
  readonly resource: string;
  readonly events: readonly ClaimedEvent[];
}

export interface OutboxClaims {
  claim(): Promise<Lot[]>;
  /** Whether living events of this platform stand there, claimed or not. */
  holdsAny(platformId: string): Promise<boolean>;
  /** Forwarded: the rows are removed, which frees the resources. */
  finish(claimed: readonly ClaimedEvent[]): Promise<void>;
  /**
   * Not forwarded: the resource stays held for a back-off, then anyone may take it. Or the event is dead, and what follows it does not
   * wait for it any more. Tells which.
   */
  fail(claimed: ClaimedEvent, error: unknown): Promise<{ isDead: boolean }>;
}

/**
 * The first row of a resource carries the lease of the whole resource. A row can only be taken while it is the first one, and it
 * stays the first one until it is removed; so whoever holds it holds all that follow. No high-water mark: a commit that arrives
 * late is found like any other.
 */
export function outboxClaims(database: Database, wall: Clock): OutboxClaims {
  const claimFairly = claimEventsFairly(database, wall);
  return {
    claim: async () => lotsOf(await claimFairly()),
    holdsAny: async (platformId) => {
      const rows = await database.query(sql`select 1 from outbox where platform_id = ${platformId} and died_at is null limit 1`);
      return rows.length > 0;
    },
    finish: async (claimed) => {
      const keys = claimed.map(({ event }) => ({ platform_id: event.platformId, id: event.id }));
      await database.query(sql`
        delete from outbox using ${unnest(OutboxRecord, ['platform_id', 'id'], keys)}
        where outbox.platform_id = new.platform_id and outbox.id = new.id`);
    },
    fail: async (claimed, error) => {
      const now = wall.now();
      const { failures, failingSince, isDead } = afterFailure(claimed, error, now);
      await database.query(sql`
        update outbox set claimed_until = ${after(now, backOffMs(claimed.attempts))}, holder = null, last_error = ${reasonOf(error)},
          failures = ${failures}, failing_since = ${failingSince ?? null}, died_at = ${isDead ? now : null}
        where platform_id = ${claimed.event.platformId} and id = ${claimed.event.id}`);
      return { isDead };
    },
  };
}

function lotsOf(rows: readonly OutboxRow[]): Lot[] {
  const byResource = Map.groupBy(rows, ({ resource }) => resource);
  return [...byResource].map(([resource, own]) => ({ resource, events: own.map(fromRow) }));
}

function fromRow(row: OutboxRow): ClaimedEvent {
  const { id, environment, resource, sequence, type, body, failures } = row;
  const event = {
    id,
    environment,
    resource,
    sequence,
    type,
    body,
    isSealed: row.is_sealed,
    personalKey: row.personal_key,
    platformId: row.platform_id,
    customerId: row.customer_id ?? undefined,
    createdAt: row.created_at,
    requestId: row.request_id ?? '',
  };
  return { event, attempts: row.attempts + 1, failures, failingSince: row.failing_since ?? undefined };
}

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);
