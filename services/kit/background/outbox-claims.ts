// Claims of events under leases: one relay per resource, in whatever order the commits arrive.
import { sql } from 'kysely';
import { backOffMs } from '../core/back-off.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../storage/database.ts';
import { byPlatform } from '../storage/distributed.ts';
import { afterFailure, deathsAfter, type Failing, reasonOf } from './giving-up.ts';
import { type ClaimedRows, claimEventsFairly, type OutboxRow } from './outbox-claiming.ts';
import { claimEventsApart } from './outbox-claiming-apart.ts';
import { type StoredEvent, toStoredEvent } from './outbox-event.ts';

/** An event that this relay has claimed. */
export interface ClaimedEvent extends Failing {
  readonly event: StoredEvent;
  /** How often it was claimed as the first event of its resource. */
  readonly attempts: number;
  /** The previous relay of its resource died, or lost its lease, without recording a result. */
  readonly wasCutOff: boolean;
  /** Processes in a row that died while they forwarded it alone. */
  readonly deaths: number;
}

/** The next events of one resource of a platform, in order. No other relay forwards events of this resource at the same time. */
export interface Lot {
  readonly events: readonly ClaimedEvent[];
}

export interface ClaimedLots extends Pick<ClaimedRows, 'isLast'> {
  readonly lots: readonly Lot[];
}

export interface OutboxClaims {
  claim(): Promise<ClaimedLots>;
  /** Whether the platform has pending events, claimed or not. */
  holdsAny(platformId: string): Promise<boolean>;
  /** Counts a death in advance. The result resets the count if the process survives. */
  risk(claimed: ClaimedEvent): Promise<void>;
  /** Removes forwarded events, which frees their resources. */
  finish(claimed: readonly ClaimedEvent[]): Promise<void>;
  /**
   * Records a failure: the resource stays claimed during the backoff. Or the event is dead, and later events do not wait for it any more.
   * Returns which.
   */
  fail(claimed: ClaimedEvent, error: unknown): Promise<{ isDead: boolean }>;
}

/**
 * The first row of a resource carries the lease of the whole resource. Only the first row can be claimed, and it stays the first until it
 * is removed. Its holder therefore holds all later events of the resource. There is no high-water mark: a late commit is found like any
 * other.
 */
export function outboxClaims(database: Database, wall: Clock): OutboxClaims {
  const claimFairly = database.isDistributed ? claimEventsApart(database, wall) : claimEventsFairly(database, wall);
  const remove = async (claimed: readonly ClaimedEvent[]): Promise<never[]> => {
    const platformIds = [...new Set(claimed.map(({ event }) => event.platformId))];
    const ids = claimed.map(({ event }) => event.id); // not a join, as for claims
    return database.batch(sql`delete from outbox where platform_id = any(${platformIds}::uuid[]) and id = any(${ids}::uuid[])`);
  };
  return {
    claim: async () => {
      const { rows, isLast } = await claimFairly();
      return { lots: lotsOf(rows), isLast };
    },
    holdsAny: async (platformId) => {
      const rows = await database.query(sql`select 1 from outbox where platform_id = ${platformId} and died_at is null limit 1`);
      return rows.length > 0;
    },
    risk: async ({ event: { platformId, id } }) => {
      await database.query(sql`update outbox set deaths = deaths + 1 where platform_id = ${platformId} and id = ${id}`);
    },
    finish: async (claimed) => {
      await byPlatform(database, claimed, { platformOf: ({ event }) => event.platformId, run: remove });
    },
    fail: async (claimed, error) => {
      const now = wall.now();
      const { failures, failingSince, isDead } = afterFailure(claimed, error, now);
      await database.query(sql`
        update outbox set claimed_until = ${after(now, backOffMs(claimed.attempts))}, holder = null, last_error = ${reasonOf(error)},
          failures = ${failures}, deaths = ${deathsAfter(claimed, error)}, failing_since = ${failingSince ?? null}, died_at = ${isDead ? now : null}
        where platform_id = ${claimed.event.platformId} and id = ${claimed.event.id}`);
      return { isDead };
    },
  };
}

function lotsOf(rows: readonly OutboxRow[]): Lot[] {
  const byResource = Map.groupBy(rows, ({ platform_id: platformId, resource }) => `${platformId} ${resource}`);
  return [...byResource.values()].map((own) => ({ events: own.map(fromRow) }));
}

function fromRow(row: OutboxRow): ClaimedEvent {
  return {
    event: toStoredEvent(row),
    attempts: row.attempts + 1,
    failures: row.failures,
    failingSince: row.failing_since ?? undefined,
    wasCutOff: row.was_cut_off,
    deaths: row.deaths,
  };
}

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);
