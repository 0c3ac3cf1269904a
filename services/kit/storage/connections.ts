// Connections to PostgreSQL: parsing of values, and retries while the server is unavailable.
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type CustomTypesConfig, types as driverTypes, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Log } from '../core/log.ts';
import { PooledClient, type PooledConfig } from './pooled-client.ts';
import { WriterClient } from './servers.ts';

export interface ConnectionOptions {
  readonly url: string;
  /** The server itself, if `url` leads to a pooler that lends connections to transactions, such as PgBouncer. */
  readonly directUrl?: string | undefined;
  /** The schema of unqualified names. */
  readonly schema: string;
  readonly log: Log;
  /** How long a call waits for a connection. Default: three seconds. */
  readonly waitMs?: number;
}

/** Options of the pools of a service. */
function clientConfig({ url, directUrl, schema }: ConnectionOptions, more: Settings): PooledConfig {
  const settings = { search_path: schema, timezone: 'UTC', ...plans, ...timeouts, ...more };
  const atStart = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: url,
    ...(directUrl === undefined && { options: atStart.join(' ') }), // a pooler refuses them
    settings,
    application_name: `payments ${schema}`,
    keepAlive: true,
    types: valueTypes,
  };
}

type Settings = PooledConfig['settings'];

/** Timeouts release connections, so that a locked table does not block a whole service. */
const timeouts: Settings = { lock_timeout: '5s', statement_timeout: '30s', idle_in_transaction_session_timeout: '60s' };

/** Plans use indexes from the start: one that was made while its table was small would otherwise read the whole table, until it is analyzed. */
const plans: Settings = { enable_seqscan: 'off' };

/** Default time that a call waits for a connection. */
export const defaultWaitMs = 3_000;
/** How long a start waits for a server that is still starting. */
export const startPatienceMs = 10_000;
/** How long an unused connection stays open. A new one costs as much as dozens of statements, and has to plan each of them again. */
const idleTimeoutMillis = 60_000;
/** Maximum of calls that wait for a connection of one pool. */
const waitingMax = 5_000;

/** A pool that logs and drops broken connections; an unhandled 'error' event would end the process. */
export function openPool(options: ConnectionOptions, more: PoolConfig, settings: Settings = {}): Pool {
  const config = {
    ...clientConfig(options, settings),
    connectionTimeoutMillis: options.waitMs ?? defaultWaitMs,
    idleTimeoutMillis,
    ...more,
  };
  const client = options.directUrl === undefined ? { Client: WriterClient } : { ...pipelined, Client: PooledClient };
  const pool = new Pool({ ...config, ...client });
  const note = (error: Error) =>
    options.log.debug({ schema: options.schema, reason: error.message }, 'A database connection broke.');
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  return pool;
}

/** A pool whose connections pipeline several statements. Statements are prepared, and their plans are generic from the start. */
export function openPipelinedPool(options: ConnectionOptions, max: number, settings: Settings = {}): Pool {
  return openPool(options, { max, ...pipelined }, { plan_cache_mode: 'force_generic_plan', ...settings });
}

/**
 * Claims take the first rows of an index. A bitmap would read all that wait and sort them, which the planner prefers if the statistics are of
 * a time when few rows passed the conditions of a claim.
 */
export function openBatchingPool(options: ConnectionOptions, max: number): Pool {
  return openPipelinedPool(options, max, { enable_bitmapscan: 'off' });
}

/** Several statements are under way on a connection. */
export const pipelined: PoolConfig = { pipeline: true, stream: () => new BatchingSocket() };

/** Sends all statements of one event loop turn together; the driver would send each one separately. */
class BatchingSocket extends Socket {
  #isHeld = false;

  override cork(): void {
    super.cork();
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      this.uncork();
    });
  }
}

const tooManyConnections = '53300';

/** No connection became available in time. */
export class NoConnection extends Error {
  /** The code of a server without free connections, because the ORM wraps this error but keeps its code. */
  readonly code = tooManyConnections;

  constructor(cause?: unknown) {
    super('No database connection became available in time.', { cause });
    this.name = 'NoConnection';
  }
}

/** Acquires a connection for a call. Throws `NoConnection` if there is none in time, or too many calls wait. */
export async function takeConnection(pool: Pool, waitMs = defaultWaitMs): Promise<PoolClient> {
  if (pool.waitingCount >= waitingMax) throw new NoConnection();
  try {
    return await connectWithRetries(() => writerFrom(pool), waitMs);
  } catch (error) {
    throw new NoConnection(error);
  }
}

/** Drops connections to a server that another one has replaced. */
async function writerFrom(pool: Pool): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect();
    if (!(client instanceof WriterClient && client.isOutdated)) return client;
    client.release(true);
  }
}

/** Connects, and retries for this time while the server is unavailable, slow, recovering, or has no free connection. */
export async function connectWithRetries<T>(connect: () => Promise<T>, patienceMs: number): Promise<T> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (performance.now() >= endMs || !(isUnreachable(error) || isTimeout(error))) throw error;
      await pause(50);
    }
  }
}

/** Of the driver, which gives these errors no code: for a connection, and for the response to a statement. */
const timeoutMessages = new Set(['timeout expired', 'Query read timeout']);
const isTimeout = (error: unknown) => error instanceof Error && timeoutMessages.has(error.message);

/** Whether the server or the connection failed, as opposed to the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith('Connection terminated') || error.message.includes('not queryable')) return true;
  return lossCodes.has(codeOf(error));
}

/** Whether no statement could run now: the server or the connection failed, or no connection was free. */
export function isUnreachable(error: unknown): boolean {
  return isConnectionLoss(error) || codeOf(error) === tooManyConnections;
}

/** Whether a statement certainly had no effect: the server was shutting down, or a concurrent statement was preferred. */
export function wasNotExecuted(error: unknown): boolean {
  return codeOf(error) === '57P01' || codeOf(error) === '57P02' || isConflict(error);
}

/** A deadlock, or a serialization failure. */
export const isConflict = (error: unknown) => codeOf(error) === '40001' || codeOf(error) === '40P01';

/** The SQLSTATE, or the error code of the operating system. Empty if there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** 08P01 is the code of PgBouncer for all its own errors. */
const lossCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08000', '08003', '08006', '08P01']);

const { builtins } = driverTypes;
const textArray: number = 1009;
const toTexts: (text: string) => (string | null)[] = driverTypes.getTypeParser(textArray);
const arrayOf = (parse: (text: string) => unknown) => (text: string) =>
  toTexts(text).map((element) => (element === null ? null : parse(element)));

/** Parses times of a session in UTC, at a third of the driver's cost. */
function parseTime(text: string): unknown {
  if (!isPlainTime.test(text)) return driverTime(text);
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528; // character codes: 48 * 11
  const ms = text.length === wholeSecond ? 0 : Number(text.slice(20, -3).padEnd(3, '0'));
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
}

/** Years from 1000 to 9999, with at most milliseconds, without trailing zeros. */
const isPlainTime = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/;
const wholeSecond = '2026-01-01 00:00:00+00'.length;
const driverTime: (text: string) => unknown = driverTypes.getTypeParser(builtins.TIMESTAMPTZ);

/** Words without quotes, the most common case. */
function parseTexts(text: string): (string | null)[] {
  if (text === '{}') return [];
  return isPlainList.test(text) && !text.includes('NULL') ? text.slice(1, -1).split(',') : toTexts(text);
}

const isPlainList = /^\{[A-Za-z0-9_,.:-]+\}$/;

/** bigint stays exact, and a date stays text. Other types use the driver's parsers. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [builtins.TIMESTAMPTZ, parseTime],
  [textArray, parseTexts],
  [1016, arrayOf(BigInt)],
  [builtins.DATE, (text) => text],
  [1182, toTexts],
]);

/** How values of all statements are parsed. */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? driverTypes.getTypeParser(oid, format);
  }) as CustomTypesConfig['getTypeParser'],
};
