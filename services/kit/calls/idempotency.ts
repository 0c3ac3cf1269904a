// The table of idempotency keys: which process runs a call, and its result. The writes of concurrent calls are gathered.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { idsFrom } from '../core/ids.ts';
import type { Database } from '../storage/database.ts';
import { apartBy, gathered } from '../storage/gathered.ts';
import { isOutage } from '../storage/outage.ts';
import { IdempotencyRecord } from '../storage/records.ts';
import { removeOld } from '../storage/retention.ts';
import { type Row as RowOf, unnest } from '../storage/tables.ts';

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

type KeyRow = RowOf<typeof IdempotencyRecord>;

type NewRow = Pick<KeyRow, 'platform_id' | 'scope' | 'key' | 'fingerprint' | 'operation_id' | 'lease_until' | 'expires_at'>;

type FinishedRow = Pick<KeyRow, 'platform_id' | 'scope' | 'key' | 'operation_id' | 'finished_at' | 'reply' | 'error'>;

type Row = Pick<KeyRow, 'fingerprint' | 'operation_id' | 'lease_until'> &
  Partial<Pick<KeyRow, 'finished_at' | 'reply' | 'error'>> & { readonly is_claimed: boolean };

/** Leases and retention use the wall. */
export function idempotencyTable(database: Database, wall: Clock): IdempotencyTable {
  const endLease = ({ leaseUntil, ...key }: Lease) =>
    database.query(sql`
      update idempotency set lease_until = '-infinity'
      where ${same(key)} and holder = ${database.life.holder} and lease_until = ${leaseUntil} and finished_at is null`);
  const insert = keyWriter(database, (rows: readonly NewRow[]) => insertAll(database, rows));
  const finish = keyWriter(database, (rows: readonly FinishedRow[]) => finishAll(database, rows));
  return {
    async claim(request) {
      const now = wall.now();
      const made = newRow(request, now);
      const claimed = async (): Promise<Row | undefined> =>
        (await insert(made)) ? { ...made, is_claimed: true } : claimOrRead(database, request, { now, made });
      const row = await claimed().catch((error: unknown) => {
        if (isOutage(error)) void repeatDuringOutage(() => endLease({ ...request, leaseUntil: leaseFrom(now) })); // it may be claimed
        throw error;
      });
      if (!row) return { kind: 'running' }; // released between the queries
      if (!request.fingerprints.some((one) => row.fingerprint.equals(one))) return { kind: 'mismatch' };
      if (row.finished_at) return { kind: 'replay', ...answerIn(row) };
      if (!row.is_claimed) return { kind: 'running' };
      return { kind: 'run', claim: { ...request, operationId: row.operation_id, leaseUntil: row.lease_until } };
    },
    async finish(claim, answer) {
      const reply = answer.reply ? Buffer.from(answer.reply) : null;
      const error = answer.error ? Buffer.from(answer.error) : null;
      const { platformId: platform_id, scope, key, operationId: operation_id } = claim;
      if (await finish({ platform_id, scope, key, operation_id, finished_at: wall.now(), reply, error })) return undefined;
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

type Key = Pick<KeyRow, 'platform_id' | 'scope' | 'key'>;

const nameOf = ({ platform_id, scope, key }: Key) => JSON.stringify([platform_id, scope, key]);

/** Gathers writes of single keys, and returns whether each was written. Of those with the same key the first is, in the order of keys. */
function keyWriter<Written extends Key>(
  database: Database,
  write: (rows: readonly Written[]) => Promise<Key[]>,
): (row: Written) => Promise<boolean> {
  return gathered({
    run: async (rows) => {
      const firsts = new Map(rows.toReversed().map((row) => [nameOf(row), row]));
      const inOrder = [...firsts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
      const written = new Set((await write(inOrder)).map(nameOf));
      return rows.map((row) => written.has(nameOf(row)) && firsts.get(nameOf(row)) === row);
    },
    lanes: 1,
    apart: apartBy(database, ({ platform_id }) => platform_id),
  });
}

function newRow({ platformId, scope, key, fingerprints }: KeyedRequest, now: Date): NewRow {
  return {
    platform_id: platformId,
    scope,
    key,
    fingerprint: Buffer.from(fingerprints[0]),
    operation_id: idsFrom({ now: () => now }).next(),
    lease_until: leaseFrom(now),
    expires_at: new Date(now.getTime() + keptMs),
  };
}

const newColumns = ['platform_id', 'scope', 'key', 'fingerprint', 'operation_id', 'lease_until', 'expires_at'] as const;
const finishedColumns = ['platform_id', 'scope', 'key', 'operation_id', 'finished_at', 'reply', 'error'] as const;

const insertAll = (database: Database, rows: readonly NewRow[]) =>
  database.query(sql<Key>`
    insert into idempotency (platform_id, scope, key, fingerprint, operation_id, lease_until, expires_at, holder)
    select new.*, ${database.life.holder} from ${unnest(IdempotencyRecord, newColumns, rows)}
    on conflict do nothing returning platform_id, scope, key`);

const finishAll = (database: Database, rows: readonly FinishedRow[]) =>
  database.query(sql<Key>`
    update idempotency kept set finished_at = new.finished_at, reply = new.reply, error = new.error
    from ${unnest(IdempotencyRecord, finishedColumns, rows)}
    where kept.platform_id = new.platform_id and kept.scope = new.scope and kept.key = new.key
      and kept.operation_id = new.operation_id and kept.finished_at is null
    returning kept.platform_id, kept.scope, kept.key`);

/**
 * Takes an existing key over if its lease has expired, its holder is dead or its day is over; otherwise reads it. A key that is taken over
 * keeps its operation id, unless its day is over.
 */
async function claimOrRead(
  database: Database,
  request: KeyedRequest,
  { now, made }: { readonly now: Date; readonly made: NewRow },
): Promise<Row | undefined> {
  const { life } = database;
  const fingerprints = request.fingerprints.map((one) => Buffer.from(one));
  const [claimed] = await database.query(sql<Row>`
    update idempotency kept set
      lease_until = ${made.lease_until}, holder = ${life.holder},
      fingerprint = case when kept.expires_at < ${now} then ${made.fingerprint} else kept.fingerprint end,
      operation_id = case when kept.expires_at < ${now} then ${made.operation_id} else kept.operation_id end,
      finished_at = null, reply = null, error = null, expires_at = ${made.expires_at}
    where ${same(request)} and (kept.expires_at < ${now} or (kept.finished_at is null
      and (kept.lease_until < ${now} or kept.holder = any(${life.dead()}::int[])) and kept.fingerprint = any(${fingerprints}::bytea[])))
    returning kept.*, true as is_claimed`);
  if (claimed) return claimed;
  const [standing] = await database.query(sql<Row>`select *, false as is_claimed from idempotency where ${same(request)}`);
  return standing;
}

const same = ({ platformId, scope, key }: Pick<KeyedRequest, 'platformId' | 'scope' | 'key'>) =>
  sql<boolean>`platform_id = ${platformId} and scope = ${scope} and key = ${key}`;
