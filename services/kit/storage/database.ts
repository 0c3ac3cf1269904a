// The database of a service: the ORM for records, plain statements for volume, over one pool and in the same transactions.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import {
  type CompiledQuery,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresPoolClient,
  type QueryExecutorProvider,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import {
  type ConnectionOptions,
  connectWithRetries,
  isConflict,
  isConnectionLoss,
  openPipelinedPool,
  openPool,
  startPatienceMs,
  takeConnection,
  wasNotExecuted,
} from './connections.ts';
import type { Life } from './life.ts';
import { type Migration, migrate } from './migrations.ts';
import { openNotifications } from './notifications.ts';
import { isDiskFull } from './outage.ts';
import { isOutdated, prepareAgain, runPrepared } from './prepared.ts';
import { openSession, type Session } from './session.ts';
import { sharedReads } from './shared-reads.ts';
import type { Entity } from './tables.ts';
import { insideTransaction } from './transaction-guard.ts';

/** A compiled statement of Kysely: from a builder (`tables.ts`) or the `sql` tag. */
export interface Statement<T> {
  compile(by: QueryExecutorProvider): CompiledQuery<T>;
}

/** Executes statements: on the database, or in one of its transactions. */
export interface Queryable {
  /** Outside a transaction a new one for each access, so that requests do not share an identity map. */
  readonly em: SqlEntityManager;
  /** Runs a Kysely statement and returns its rows, with values of type bigint, Date, uuid text, object or Buffer. */
  query<T>(statement: Statement<T>): Promise<T[]>;
  /** Like `query`, for a read that many concurrent calls need: outside a transaction they share it, and its rows. */
  read<T>(statement: Statement<T>): Promise<readonly T[]>;
  /** Wakes the listeners of a channel of this service; in a transaction, after its commit. Can be lost, so listeners also poll. */
  notify(channel: string): void;
  /**
   * Wakes the workers of a channel in this process, without a statement; those of other processes if it has none. In a transaction, after its
   * commit. Workers also poll.
   */
  wake(channel: string): void;
}

export interface Database extends Queryable {
  /** Repeats the work after a deadlock, serialization failure, or connection loss before the commit. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Returns a function to stop. Notifications can be lost while the connection is broken; afterwards each listener is called once. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => void>;
  /** The holders of leases in this database, and which of them are dead. */
  readonly life: Life;
  /** Evaluates an error of a call: after a full disk, the database is unavailable until it has space again. */
  noteFailure(error: unknown): void;
  /** How busy the pool is now. */
  use(): ConnectionUse;
  /** A small pipelined pool, opened at its first use, for batch writers. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** How busy the pool of a service is. */
export interface ConnectionUse {
  readonly connectionsUsed: number;
  /** Calls that wait for a connection. */
  readonly callsWaiting: number;
}

export interface DatabaseOptions extends ConnectionOptions {
  readonly entities: readonly Entity[];
  readonly migrations: readonly Migration[];
  /** Maximum of connections in each of the two pools. Default: 10. */
  readonly connectionsMax?: number;
  /** Shared with other services on the same database. Absent: opened and closed with this database. */
  readonly session?: Session;
}

/** Connects, migrates the schema, and returns the database. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = openPool(options, { max: options.connectionsMax ?? 10 });
  const connect = () => takeConnection(pool, options.waitMs);
  await migrateOver(pool, options);
  const session = options.session ?? (await openSession({ ...options, url: options.directUrl ?? options.url }));

  const lend = async () => preparing(await connect());
  const dialect = new PostgresDialect({ pool: { connect: lend, end: async () => {}, options: pool.options } }); // closed below, used or not
  const kysely = new Kysely<unknown>({ dialect, plugins: [countsForTheOrm] });
  const { entities, schema } = options;
  let made: MikroORM | undefined; // created at its first use, because most services do not use it
  const orm = () => (made ??= new MikroORM({ ...ormOptions, entities: [...entities], schema, driverOptions: kysely }));
  const end = async () => {
    await made?.close();
    await kysely.destroy();
    await pool.end();
    if (!options.session) await session.close();
  };
  const use = () => ({ connectionsUsed: pool.totalCount - pool.idleCount, callsWaiting: pool.waitingCount });
  return databaseOver({ options, session, connect, use, end, kysely, orm });
}

/** Migrations lock and change more than a pooler would bear. */
async function migrateOver(pool: pg.Pool, { directUrl, ...options }: DatabaseOptions): Promise<void> {
  const direct = directUrl === undefined ? pool : openPool({ ...options, url: directUrl }, { max: 1 });
  await withClient(
    () => connectWithRetries(() => direct.connect(), startPatienceMs),
    (client) => migrate(client, options.schema, options.migrations),
  );
  if (direct !== pool) await direct.end();
}

interface Parts {
  readonly options: DatabaseOptions;
  readonly session: Session;
  readonly connect: () => Promise<pg.PoolClient>;
  readonly use: Database['use'];
  readonly end: () => Promise<void>;
  readonly kysely: Kysely<unknown>;
  readonly orm: () => MikroORM;
}

function databaseOver({ options, session, connect, use, end, kysely, orm }: Parts): Database {
  const plain = kysely.withoutPlugins();
  const { log, schema } = options;
  const { notify, wake, listen } = openNotifications({ schema, session, log, withClient: (work) => withClient(connect, work) });
  const shared = sharedReads<readonly unknown[]>();
  const run = <T>(compiled: CompiledQuery<T>) => {
    const isWorthRepeating = isRead.test(compiled.sql) ? isConnectionLoss : wasNotExecuted;
    return repeatedly(() => runAlone(connect, compiled), isWorthRepeating);
  };
  let pipelined: pg.Pool | undefined;

  return {
    get em() {
      return orm().em.fork();
    },
    query: async (statement) => run(statement.compile(plain)),
    read: async <T>(statement: Statement<T>) => {
      const compiled = statement.compile(plain);
      const rows = await shared(JSON.stringify([compiled.sql, compiled.parameters]), () => run(compiled));
      return rows as readonly T[]; // the same statement has the same rows
    },
    notify,
    wake,
    transaction: async (work) => {
      const [result, { notified, woken }] = await repeatedly(() => transactOnce(kysely, orm, work), asksForRepeat);
      notified.forEach(notify);
      woken.forEach(wake);
      return result;
    },
    listen,
    life: session.life,
    use,
    noteFailure: (error) => {
      if (isDiskFull(error)) session.noteFullDisk();
    },
    get pool() {
      pipelined ??= openPipelinedPool(options, Math.min(4, options.connectionsMax ?? 4));
      return pipelined;
    },
    async close() {
      await pipelined?.end();
      await end();
    },
  };
}

/** A single statement goes directly to the driver: the layers above cost as much as the statement. */
async function runAlone<T>(connect: Parts['connect'], { sql: text, parameters }: CompiledQuery<T>): Promise<T[]> {
  const client = await connect();
  try {
    const { rows } = await runPrepared(client, text, parameters);
    return rows as T[];
  } finally {
    client.release();
  }
}

/** For Kysely, without its cursors. */
function preparing(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[] = []) => runPrepared(client, text, values);
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
}

/** To wake after the commit: the listeners of all processes, or the workers of this one. */
interface Channels {
  readonly notified: Set<string>;
  readonly woken: Set<string>;
}

/** Returns the result, and the channels to wake. */
async function transactOnce<T>(
  kysely: Kysely<unknown>,
  orm: Parts['orm'],
  work: (tx: Queryable) => Promise<T>,
): Promise<[T, Channels]> {
  let isCommitting = false;
  try {
    return await kysely.transaction().execute(async (trx) => {
      const { tx, channels, flush } = bindTo(trx, orm);
      const result = await insideTransaction(() => work(tx));
      await flush();
      isCommitting = true;
      return [result, channels];
    });
  } catch (error) {
    if (!isCommitting || !isConnectionLoss(error)) throw error;
    throw new Error('The connection broke while a transaction committed. Whether it did is unknown.', { cause: error });
  }
}

/** The entity manager is created at its first use: many transactions are plain statements. */
function bindTo(trx: Transaction<unknown>, orm: Parts['orm']): { tx: Queryable; channels: Channels; flush: () => Promise<void> } {
  const plain = trx.withoutPlugins();
  const channels: Channels = { notified: new Set(), woken: new Set() };
  let em: SqlEntityManager | undefined;
  const open = () => {
    const made = orm().em.fork();
    made.setTransactionContext(trx);
    return made;
  };
  const query: Queryable['query'] = async (statement) => (await plain.executeQuery(statement.compile(plain))).rows;
  const tx: Queryable = {
    get em() {
      em ??= open();
      return em;
    },
    query,
    read: query,
    notify: (channel) => void channels.notified.add(channel),
    wake: (channel) => void channels.woken.add(channel),
  };
  return { tx, channels, flush: async () => em?.flush() };
}

async function repeatedly<T>(attempt: () => Promise<T>, isWorthIt: (error: unknown) => boolean): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      const isRefused = isOutdated(error);
      if (count === attemptsMax || !(isRefused || isWorthIt(error))) throw error;
      if (isRefused) prepareAgain();
      await pause(randomInt(1, 10 * count));
    }
  }
}

const attemptsMax = 5;

/** Statements that can be repeated after a connection loss. For others it is unknown whether they took effect. */
const isRead = /^\s*select\b/i;

function asksForRepeat(error: unknown): boolean {
  return isConnectionLoss(error) || isConflict(error);
}

async function withClient(connect: () => Promise<pg.PoolClient>, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

const ormOptions = {
  dbName: 'unused', // the connection is created here and passed in
  discovery: { warnWhenNoEntities: false },
  metadataCache: { enabled: false },
  ensureDatabase: false, // otherwise it would look for that database
} satisfies Options;

/** The ORM adds up `count(*)` as a number, which bigint does not allow. Our own statements do not use this plugin. */
const countsForTheOrm: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const [row, ...others] = result.rows;
    if (row && others.length === 0 && typeof row.count === 'bigint')
      return { ...result, rows: [{ ...row, count: Number(row.count) }] };
    return result;
  },
};
