// What services do with their database.
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { CompiledQuery, QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import type { Life } from './life.ts';

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
  /**
   * Like `query`, for statements that run all the time and find their rows by keys: writes and claims of many rows. Outside a transaction, they
   * run on separate connections, which plan each statement once for all values. Where the tables are distributed, the same as `query`.
   */
  batch<T>(statement: Statement<T>): Promise<T[]>;
  /** Wakes the listeners of a channel of this service; in a transaction, after its commit. Can be lost, so listeners also poll. */
  notify(channel: string): void;
  /** Whether the tables are distributed by platform over several servers. Then a statement, and a transaction, names one platform. */
  readonly isDistributed: boolean;
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
  /**
   * Runs repeatable statements, none of a platform, on the permanent connection of the process: a service that only starts or ends opens no
   * other one.
   */
  onSession<T>(work: (db: Pick<Database, 'life' | 'query'>) => Promise<T>): Promise<T>;
  /** The holders of leases in this database, and which of them are dead. */
  readonly life: Life;
  /** Evaluates an error of a call: after a full disk, the database is unavailable until it has space again. */
  noteFailure(error: unknown): void;
  /** How busy the pool is now. */
  use(): ConnectionUse;
  /** Lends a connection of a small pipelined pool, opened at its first use, for batch writers. */
  lendPipelined(): Promise<pg.PoolClient>;
  close(): Promise<void>;
}

/** How busy the pool of a service is. */
export interface ConnectionUse {
  readonly connectionsUsed: number;
  /** Calls that wait for a connection. */
  readonly callsWaiting: number;
}
