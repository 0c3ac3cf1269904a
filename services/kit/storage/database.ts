// The database of one service: the ORM for records, plain statements for volume, both over one pool and in one transaction.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import {
  type CompiledQuery,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type QueryExecutorProvider,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { batched } from './batched.ts';
import {
  type ConnectionOptions,
  codeOf,
  connectWithRetries,
  isConnectionLoss,
  openPipelinedPool,
  openPool,
  startPatienceMs,
  takeConnection,
  wasNotExecuted,
} from './connections.ts';
import type { Life } from './life.ts';
import { type Migration, migrate } from './migrations.ts';
import { isDiskFull } from './outage.ts';
import { openSession, type Session } from './session.ts';
import type { Entity } from './tables.ts';
import { insideTransaction } from './transaction-guard.ts';

/** What Kysely compiles: a builder's statement (`tables.ts`), or one of the `sql` tag. */
export interface Statement<T> {
  compile(by: QueryExecutorProvider): CompiledQuery<T>;
}

/** Where statements go: the database, or one transaction of it. */
export interface Queryable {
  /** Outside a transaction a fresh one each time, so that no two requests share an identity map. */
  readonly em: SqlEntityManager;
  /** Runs a statement of Kysely, built from tables or by its `sql` tag, and returns its rows: bigint, Date, uuid text, objects, Buffer. */
  query<T>(statement: Statement<T>): Promise<T[]>;
  /** Wakes the listeners of a channel of this service; from a transaction, after its commit. Lost with the process, so listeners also look by themselves. */
  notify(channel: string): void;
}

export interface Database extends Queryable {
  /** Repeats the work when the database asks for it (deadlock, serialization, connection lost before the commit). */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Returns what ends it. Notifications may be missed while the connection is broken; afterwards each listener is called once. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => void>;
  /** Who holds leases in this database, and who of them is dead. */
  readonly life: Life;
  /** Learns from the error of a call: a full disk makes the database unfit until there is room again. */
  noteFailure(error: unknown): void;
  /** A small pipelined pool, opened at its first use: for one that writes in batches. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions extends ConnectionOptions {
  readonly entities: readonly Entity[];
  readonly migrations: readonly Migration[];
  /** Connections of each of the two pools at most; 10 when absent. */
  readonly connectionsMax?: number;
  /** Of this process with the same database; opened and closed with this one when absent. */
  readonly session?: Session;
}

/** Connects, brings the schema up to date, and hands out the database. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = openPool(options, { max: options.connectionsMax ?? 10 });
  const connect = () => takeConnection(pool, options.waitMs);
  await withClient(
    () => connectWithRetries(() => pool.connect(), startPatienceMs),
    (client) => migrate(client, options.schema, options.migrations),
  );
  const session = options.session ?? (await openSession(options));

  const dialect = new PostgresDialect({ pool: { connect, end: async () => {}, options: pool.options } }); // ended below, used or not
  const kysely = new Kysely<unknown>({ dialect, plugins: [countsForTheOrm] });
  const { entities, schema } = options;
  let made: MikroORM | undefined; // when it is first asked for: most services go without
  const orm = () => (made ??= new MikroORM({ ...ormOptions, entities: [...entities], schema, driverOptions: kysely }));
  const end = async () => {
    await made?.close();
    await kysely.destroy();
    await pool.end();
    if (!options.session) await session.close();
  };
  return databaseOver({ options, session, connect, end, kysely, orm });
}

interface Parts {
  readonly options: DatabaseOptions;
  readonly session: Session;
  readonly connect: () => Promise<pg.PoolClient>;
  readonly end: () => Promise<void>;
  readonly kysely: Kysely<unknown>;
  readonly orm: () => MikroORM;
}

function databaseOver({ options, session, connect, end, kysely, orm }: Parts): Database {
  const plain = kysely.withoutPlugins();
  const channelOf = (channel: string) => `${options.schema}.${channel}`;
  const send = batched<string>(async (channels) => {
    await withClient(connect, async (client) => void (await client.query({ ...wake, values: [[...new Set(channels)]] })));
  });
  const notify = (channel: string) =>
    void send(channelOf(channel)).catch((error: Error) =>
      options.log.debug({ reason: error.message }, 'A notification was lost.'),
    );
  let pipelined: pg.Pool | undefined;

  return {
    get em() {
      return orm().em.fork();
    },
    query: async (statement) => {
      const compiled = statement.compile(plain);
      const isWorthRepeating = isRead.test(compiled.sql) ? isConnectionLoss : wasNotExecuted;
      return repeatedly(() => runAlone(connect, compiled), isWorthRepeating);
    },
    notify,
    transaction: async (work) => {
      const [result, channels] = await repeatedly(() => transactOnce(kysely, orm, work), asksForRepeat);
      channels.forEach(notify);
      return result;
    },
    listen: (channel, onNotify) => session.listen(channelOf(channel), onNotify),
    life: session.life,
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

/** One statement by itself goes straight to the driver: the layers above it cost as much as the statement. */
async function runAlone<T>(connect: Parts['connect'], { sql: text, parameters }: CompiledQuery<T>): Promise<T[]> {
  const client = await connect();
  try {
    const { rows } = await client.query(text, [...parameters]);
    return rows as T[];
  } finally {
    client.release();
  }
}

/** Returns with the result the channels that are to be woken now that it is committed. */
async function transactOnce<T>(
  kysely: Kysely<unknown>,
  orm: Parts['orm'],
  work: (tx: Queryable) => Promise<T>,
): Promise<[T, Set<string>]> {
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

/** The entity manager is made only when it is asked for: many transactions are plain statements. */
function bindTo(
  trx: Transaction<unknown>,
  orm: Parts['orm'],
): { tx: Queryable; channels: Set<string>; flush: () => Promise<void> } {
  const plain = trx.withoutPlugins();
  const channels = new Set<string>();
  let em: SqlEntityManager | undefined;
  const open = () => {
    const made = orm().em.fork();
    made.setTransactionContext(trx);
    return made;
  };
  const tx: Queryable = {
    get em() {
      em ??= open();
      return em;
    },
    query: async (statement) => (await plain.executeQuery(statement.compile(plain))).rows,
    notify: (channel) => void channels.add(channel),
  };
  return { tx, channels, flush: async () => em?.flush() };
}

async function repeatedly<T>(attempt: () => Promise<T>, isWorthIt: (error: unknown) => boolean): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count === attemptsMax || !isWorthIt(error)) throw error;
      await pause(randomInt(1, 10 * count));
    }
  }
}

const attemptsMax = 5;

/** Such a commit need not reach the disk: a notification does not outlive the server anyway. */
const wake = {
  name: 'wake',
  text: `select pg_notify(channel, '') from set_config('synchronous_commit', 'off', true), unnest($1::text[]) channel`,
};

/** What can be asked again when the connection breaks; of anything else it is unknown whether it happened. */
const isRead = /^\s*select\b/i;

function asksForRepeat(error: unknown): boolean {
  if (isConnectionLoss(error)) return true;
  return codeOf(error) === '40001' || codeOf(error) === '40P01';
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
  dbName: 'unused', // the connection is made here and handed over
  discovery: { warnWhenNoEntities: false },
  metadataCache: { enabled: false },
  ensureDatabase: false, // or it would go looking for that name
} satisfies Options;

/** The ORM adds up `count(*)` as a number, and bigint refuses that. Statements of our own go without this plugin. */
const countsForTheOrm: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const [row, ...others] = result.rows;
    if (row && others.length === 0 && typeof row.count === 'bigint')
      return { ...result, rows: [{ ...row, count: Number(row.count) }] };
    return result;
  },
};
