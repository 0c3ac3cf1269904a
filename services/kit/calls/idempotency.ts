// The table of idempotency keys: which process runs a call, and its result.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { idsFrom } from '../core/ids.ts';
import type { Database } from '../storage/database.ts';
import { isOutage } from '../storage/outage.ts';
import { removeOld } from '../storage/retention.ts';

/** A call with a key. */
export interface KeyedRequest {
  readonly platformId: string;
  /** The method, the ids in its path, and the agent that called. */
  readonly scope: string;
  readonly key: string;
  /** Identifies equal requests, under each key of the process. The first is stored. */
  readonly fingerprints: readonly [Uint8Array, ...Uint8Array[]];
}

/** The right to run the call. */
export interface Claim extends KeyedRequest {
  /** The same for every run of the call, so that an interrupted one is continued. */
  readonly operationId: string;
  readonly leaseUntil: Date;
}

export interface Answer {
  readonly reply?: Uint8Array;
  readonly error?: Uint8Array;
}

export type Claimed =
  | { readonly kind: 'run'; readonly claim: Claim }
  | ({ readonly kind: 'replay' } & Answer)
  | { readonly kind: 'running' }
  | { readonly kind: 'mismatch' };

export interface IdempotencyTable {
  claim(request: KeyedRequest): Promise<Claimed>;
  /** Stores the response for a day. If another process took over the call and was faster, returns its response instead. */
  finish(claim: Claim, answer: Answer): Promise<Answer | undefined>;
  /** Removes the key: the next call with it runs. */
  release(claim: Claim): Promise<void>;
  /**
   * The call ended without a final response and may have had effects: the next call with the key continues it. While the database is not
   * available, this is repeated in the background.
   */
  suspend(claim: Claim): Promise<void>;
  /** Removes keys that are older than a day. Returns how many. */
  sweep(): Promise<number>;
}

const leaseMs = 60_000;
const keptMs = 24 * 60 * 60 * 1000;

interface Row {
  fingerprint: Buffer;
  operation_id: string;
  lease_until: Date;
  finished_at: Date | null;
  reply: Buffer | null;
  error: Buffer | null;
  is_claimed: boolean;
}

/** Leases and retention use the wall. */
export function idempotencyTable(database: Database, wall: Clock): IdempotencyTable {
  const endLease = ({ leaseUntil, ...key }: Lease) =>
    database.query(sql`
      update idempotency set lease_until = '-infinity'
      where ${same(key)} and holder = ${database.life.holder} and lease_until = ${leaseUntil} and finished_at is null`);
  return {
    async claim(request) {
      const now = wall.now();
      const row = await claimOrRead(database, request, now).catch((error: unknown) => {
        if (isOutage(error)) void repeatDuringOutage(() => endLease({ ...request, leaseUntil: leaseFrom(now) })); // it may be claimed
        throw error;
      });
      if (!row) return { kind: 'running' }; // released between the two queries
      if (!request.fingerprints.some((one) => row.fingerprint.equals(one))) return { kind: 'mismatch' };
      if (row.finished_at) return { kind: 'replay', ...answerIn(row) };
      if (!row.is_claimed) return { kind: 'running' };
      return { kind: 'run', claim: { ...request, operationId: row.operation_id, leaseUntil: row.lease_until } };
    },
    async finish(claim, answer) {
      const reply = answer.reply ? Buffer.from(answer.reply) : null;
      const error = answer.error ? Buffer.from(answer.error) : null;
      const kept = await database.query(sql`
        update idempotency set finished_at = ${wall.now()}, reply = ${reply}, error = ${error}
        where ${same(claim)} and operation_id = ${claim.operationId} and finished_at is null returning 1`);
      if (kept.length > 0) return undefined;
      const [first] = await database.query(sql<Row>`
        select * from idempotency
        where ${same(claim)} and operation_id = ${claim.operationId} and finished_at is not null`);
      return first && answerIn(first);
    },
    async release(claim) {
      await database.query(sql`
        delete from idempotency
        where ${same(claim)} and operation_id = ${claim.operationId} and lease_until = ${claim.leaseUntil} and finished_at is null`);
    },
    async suspend(claim) {
      try {
        await endLease(claim);
      } catch (error) {
        if (!isOutage(error)) throw error;
        void repeatDuringOutage(() => endLease(claim));
      }
    },
    sweep: () => removeOld(database, wall, { table: 'idempotency', since: 'expires_at', keptDays: 0 }),
  };
}

type Lease = Pick<KeyedRequest, 'platformId' | 'scope' | 'key'> & { readonly leaseUntil: Date };

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs);

const repeatEveryMs = 250;

/** At most until the lease has ended by itself. */
async function repeatDuringOutage(work: () => Promise<unknown>): Promise<void> {
  for (let leftMs = leaseMs; leftMs > 0; leftMs -= repeatEveryMs) {
    await pause(repeatEveryMs, undefined, { ref: false });
    try {
      await work();
      return;
    } catch (error) {
      if (!isOutage(error)) return; // the database was closed
    }
  }
}

function answerIn({ reply, error }: Row): Answer {
  return { ...(reply && { reply }), ...(error && { error }) };
}

/**
 * Inserts the key, or takes it over if its lease has expired, its holder is dead or its day is over; otherwise reads the existing row. A
 * key that is taken over keeps its operation id, unless its day is over.
 */
async function claimOrRead(database: Database, request: KeyedRequest, now: Date): Promise<Row | undefined> {
  const { life } = database;
  const leaseUntil = leaseFrom(now);
  const expiresAt = new Date(now.getTime() + keptMs);
  const { platformId, scope, key } = request;
  const fingerprints = request.fingerprints.map((one) => Buffer.from(one));
  const [claimed] = await database.query(sql<Row>`
    insert into idempotency as kept (platform_id, scope, key, fingerprint, operation_id, lease_until, holder, expires_at)
    values (${platformId}, ${scope}, ${key}, ${fingerprints[0]}, ${idsFrom({ now: () => now }).next()}, ${leaseUntil}, ${life.holder}, ${expiresAt})
    on conflict (platform_id, scope, key) do update set
      lease_until = excluded.lease_until, holder = excluded.holder,
      fingerprint = case when kept.expires_at < ${now} then excluded.fingerprint else kept.fingerprint end,
      operation_id = case when kept.expires_at < ${now} then excluded.operation_id else kept.operation_id end,
      finished_at = null, reply = null, error = null,
      expires_at = excluded.expires_at
    where kept.expires_at < ${now} or (kept.finished_at is null and (kept.lease_until < ${now} or kept.holder = any(${life.dead()}::int[])) and kept.fingerprint = any(${fingerprints}::bytea[]))
    returning kept.*, true as is_claimed`);
  if (claimed) return claimed;
  const [standing] = await database.query(sql<Row>`select *, false as is_claimed from idempotency where ${same(request)}`);
  return standing;
}

const same = ({ platformId, scope, key }: Pick<KeyedRequest, 'platformId' | 'scope' | 'key'>) =>
  sql<boolean>`platform_id = ${platformId} and scope = ${scope} and key = ${key}`;
