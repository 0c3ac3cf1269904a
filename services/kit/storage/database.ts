// The database of a service: the ORM for records, plain statements for volume, over one pool and in the same transactions.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import {
  type CompiledQuery,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import {
  type ConnectionOptions,
  defaultWaitMs,
  isConflict,
  isConnectionLoss,
  openBatchingPool,
  openPipelinedPool,
  openPool,
  takeConnection,
  wasNotExecuted,
} from './connections.ts';
import {
  type KnownPlatforms,
  keepingPlace,
  knownPlatforms,
  placingOn,
  placingStatement,
  platformLockedBy,
} from './distributed.ts';
import { DryConnection } from './dry-connection.ts';
import { type DryDatabase, withDryRuns } from './dry-database.ts';
import { type Migration, migrateOver } from './migrations.ts';
import { type Notifications, openNotifications } from './notifications.ts';
import { isDiskFull } from './outage.ts';
import { isOutdated, prepareAgain, runPrepared, runRenewed } from './prepared.ts';
import type { ConnectionUse, Database, Queryable, Statement } from './queryable.ts';
import { openSession, type Session } from './session.ts';
import { sharedReads } from './shared-reads.ts';
import type { Entity } from './tables.ts';
import { type Fork, transactOnce } from './transaction.ts';

export type { ConnectionUse, Database, Queryable, Statement };

export interface DatabaseOptions extends ConnectionOptions {
  readonly entities: readonly Entity[];
  readonly migrations: readonly Migration[];
  /** Maximum of connections for statements, those of batches included, and again of those that `lendPipelined` lends. Default: 10. */
  readonly connectionsMax?: number;
  /** Shared with other services on the same database. Absent: opened and closed with this database. */
  readonly session?: Session;
}

/** Connects, migrates the schema, and returns the database. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const connectionsMax = options.connectionsMax ?? 10;
  const batchingMax = Math.min(2, Math.floor(connectionsMax / 3));
  const pool = openPool(options, { max: connectionsMax - batchingMax });
  const batching = batchingMax > 0 ? openBatchingPool(options, batchingMax) : pool;
  const connect = () => takeConnection(pool, options.waitMs);
  const connectBatch = () => takeConnection(batching, options.waitMs);
  const session = options.session ?? (await openSession({ ...options, url: options.directUrl ?? options.url }));
  const start = async () => {
    const isApart = await migrateOver(pool, session, options);
    if (options.directUrl !== undefined) (await connect()).release(); // a start with the wrong address of a pooler fails
    return isApart;
  };
  const isApart = await start().catch(async (error: unknown) => {
    if (!options.session) await session.close();
    throw error;
  });
  const known = isApart ? knownPlatforms() : undefined;

  const kysely = kyselyOver(connect, isApart);
  const { entities, schema } = options;
  let made: MikroORM | undefined; // created at its first use, because most services do not use it
  const orm = () => (made ??= new MikroORM({ ...ormOptions, entities: [...entities], schema, driverOptions: kysely }));
  let pipelined: pg.Pool | undefined;
  const lendPipelined = () => {
    pipelined ??= openPipelinedPool(options, Math.min(4, connectionsMax), known && eachPlanned);
    return takeConnection(pipelined);
  };
  const end = async () => {
    await pipelined?.end();
    await made?.close();
    await kysely.destroy();
    await pool.end();
    if (batching !== pool) await batching.end();
    if (!options.session) await session.close();
  };
  const pools = [...new Set([pool, batching])];
  const sumOf = (count: (one: pg.Pool) => number) => pools.reduce((sum, one) => sum + count(one), 0);
  const use = () => ({
    connectionsUsed: sumOf(({ totalCount, idleCount }) => totalCount - idleCount),
    callsWaiting: sumOf(({ waitingCount }) => waitingCount),
  });
  const { log } = options;
  const notifications = openNotifications({ schema, session, log, withClient: (work) => withClient(connect, work) });
  const fork = () => orm().em.fork();
  const onSession: Parts['onSession'] = (work) => session.inSchema(schema, work, options.waitMs ?? defaultWaitMs);
  const parts = { session, onSession, connect, connectBatch, lendPipelined, use, end, kysely, fork, notifications, known };
  return withDryRuns(databaseOver(parts), () => dryDatabase(parts));
}

/** A plan for all values would not name the one server of a distributed statement. */
const eachPlanned = { plan_cache_mode: 'force_custom_plan' };

function kyselyOver(connect: () => Promise<pg.PoolClient>, isApart: boolean): Kysely<unknown> {
  const lend = async () => preparing(await connect(), isApart);
  const dialect = new PostgresDialect({ pool: { connect: lend, end: async () => {}, options: {} } }); // its opener closes it
  return new Kysely<unknown>({ dialect, plugins: [countsForTheOrm] });
}

/** The database in a dry run: the same, on one connection whose transaction is rolled back. It sends no notifications. */
function dryDatabase(parts: Parts): DryDatabase {
  const connection = new DryConnection(parts.connect);
  const connect = () => connection.lend();
  const kysely = kyselyOver(connect, parts.known !== undefined);
  const fork = () => {
    const em = parts.fork();
    em.setTransactionContext(kysely as Transaction<unknown>); // it only runs statements on it
    return em;
  };
  const notifications = { ...parts.notifications, notify: () => {}, wake: () => {} };
  const database = databaseOver({
    ...parts,
    onSession: (work) => withClient(connect, work),
    connect,
    connectBatch: connect,
    lendPipelined: connect,
    kysely,
    fork,
    notifications,
  });
  return { database, end: () => connection.end() };
}

interface Parts extends Pick<Database, 'use' | 'lendPipelined'> {
  readonly session: Session;
  readonly onSession: <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
  readonly connect: () => Promise<pg.PoolClient>;
  readonly connectBatch: () => Promise<pg.PoolClient>;
  readonly end: () => Promise<void>;
  readonly kysely: Kysely<unknown>;
  readonly fork: Fork;
  readonly notifications: Notifications;
  readonly known: KnownPlatforms | undefined;
}

function databaseOver(parts: Parts): Database {
  const { session, onSession, connect, connectBatch, lendPipelined, use, end, kysely, fork, notifications, known } = parts;
  const placing = placingOn(kysely, known);
  const { notify, wake, listen } = notifications;
  const shared = sharedReads<readonly unknown[]>();
  const run = <T>(compiled: CompiledQuery<T>, runOn = runPrepared, lend = connect) => {
    const isWorthRepeating = isRead.test(compiled.sql) ? isConnectionLoss : wasNotExecuted;
    return repeatedly(() => runAlone(lend, compiled, runOn), isWorthRepeating);
  };
  const place = async (platformId: string) => {
    await run(placing.compile(placingStatement(platformId)));
    known?.note(platformId);
  };
  const compile = async <T>(statement: Statement<T>): Promise<CompiledQuery<T>> => {
    const compiled = placing.compile(statement);
    for (const platformId of placing.missing(compiled)) await place(platformId);
    return compiled;
  };

  const query: Queryable['query'] = known
    ? async (statement) => run(await compile(statement))
    : async (statement) => run(placing.compile(statement));

  return {
    get em() {
      return fork();
    },
    isDistributed: known !== undefined,
    query,
    read: async <T>(statement: Statement<T>) => {
      const compiled = known ? await compile(statement) : placing.compile(statement);
      const rows = await shared(JSON.stringify([compiled.sql, compiled.parameters]), () => run(compiled));
      return rows as readonly T[]; // the same statement has the same rows
    },
    batch: known ? query : async (statement) => run(placing.compile(statement), runRenewed, connectBatch),
    notify,
    wake,
    transaction: async (work) => {
      const [result, { notified, woken }] = await repeatedly(() => transactOnce({ kysely, fork, known }, work), asksForRepeat);
      notified.forEach(notify);
      woken.forEach(wake);
      return result;
    },
    listen,
    onSession: (work) => onSession((client) => work({ life: session.life, query: queryOn(client, placing.compile) })),
    life: session.life,
    use,
    noteFailure: (error) => {
      if (isDiskFull(error)) session.noteFullDisk();
    },
    lendPipelined,
    close: end,
  };
}

/** Statements on a given connection, which name no platform. */
function queryOn(client: pg.ClientBase, compile: <T>(statement: Statement<T>) => CompiledQuery<T>): Queryable['query'] {
  return async <T>(statement: Statement<T>) => {
    const { sql: text, parameters } = compile(statement);
    const { rows } = await runPrepared(client, text, parameters);
    return rows as T[];
  };
}

/** A single statement goes directly to the driver: the layers above cost as much as the statement. */
async function runAlone<T>(
  connect: Parts['connect'],
  { sql: text, parameters }: CompiledQuery<T>,
  runOn: typeof runPrepared,
): Promise<T[]> {
  const client = await connect();
  try {
    const { rows } = await runOn(client, text, parameters);
    return rows as T[];
  } finally {
    client.release();
  }
}

/** For Kysely, without its cursors. */
function preparing(client: pg.PoolClient, isApart: boolean): PostgresPoolClient {
  const run = (text: string, values: readonly unknown[] = []) => runPrepared(client, text, values);
  const runApart = async (text: string, values: readonly unknown[] = []) => {
    const platformId = platformLockedBy(text, values);
    if (platformId !== undefined) await runPrepared(client, keepingPlace.text, [platformId]);
    return run(text, values);
  };
  const query = (isApart ? runApart : run) as unknown as PostgresPoolClient['query'];
  return { query, release: () => client.release() };
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

async function withClient<T>(connect: () => Promise<pg.PoolClient>, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connect();
  try {
    return await work(client);
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
