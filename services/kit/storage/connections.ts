// Connections to PostgreSQL: how values come back, and what is done when the server is away for a moment.
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClientConfig, type CustomTypesConfig, types as driverTypes, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Log } from '../core/log.ts';

export interface ConnectionOptions {
  readonly url: string;
  /** Unqualified names are of this schema. */
  readonly schema: string;
  readonly log: Log;
  /** How long a call waits for a connection; three seconds when absent. */
  readonly waitMs?: number;
}

/** What every client and pool of a service is made with. */
export function clientConfig({ url, schema }: Pick<ConnectionOptions, 'url' | 'schema'>): ClientConfig {
  return {
    connectionString: url,
    options: `-c search_path=${schema} -c timezone=UTC ${timeouts}`,
    application_name: `payments ${schema}`,
    keepAlive: true,
    types,
  };
}

/** What waits too long gives its connection back, so that a locked table does not take a service with it. */
const timeouts = '-c lock_timeout=5000 -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000';

/** How long a call waits for a connection, unless the operator sets another time. */
export const defaultWaitMs = 3_000;
/** How long a start waits for a server that is still on its way. */
export const startPatienceMs = 10_000;
/** Calls that wait for a connection of one pool at most. */
const waitingMax = 5_000;

/** A pool whose broken connections are logged and dropped; an unheard 'error' event would end the process. */
export function openPool(options: ConnectionOptions, more: PoolConfig): Pool {
  const pool = new Pool({ ...clientConfig(options), connectionTimeoutMillis: options.waitMs ?? defaultWaitMs, ...more });
  const note = (error: Error) =>
    options.log.debug({ schema: options.schema, reason: error.message }, 'A database connection broke.');
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  return pool;
}

/**
 * A pool whose connections take several statements before the first is answered. They know their statements by heart: plans are made
 * once and kept, also while the tables are still small, so that a plan that reads whole tables would stay for ever.
 */
export function openPipelinedPool(options: ConnectionOptions, max: number): Pool {
  const plans = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';
  const more = { pipeline: true, options: `${clientConfig(options).options} ${plans}`, stream: () => new BatchingSocket() };
  return openPool(options, { max, ...more });
}

/** Sends what is written within one turn together: the driver would send each statement by itself. */
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

/** A call got no connection in time. */
export class NoConnection extends Error {
  /** As of a server that has none left: the ORM makes another error of this one, and keeps its code. */
  readonly code = tooManyConnections;

  constructor(cause?: unknown) {
    super('No database connection became available in time.', { cause });
    this.name = 'NoConnection';
  }
}

/** Takes a connection for a call. Throws `NoConnection` when there is none in time, or too many wait already. */
export async function takeConnection(pool: Pool, waitMs = defaultWaitMs): Promise<PoolClient> {
  if (pool.waitingCount >= waitingMax) throw new NoConnection();
  try {
    return await connectWithRetries(() => pool.connect(), waitMs);
  } catch (error) {
    throw new NoConnection(error);
  }
}

/** Connects, and tries again for so long while the server is away, still recovering, or has no connection left. */
export async function connectWithRetries<T>(connect: () => Promise<T>, patienceMs: number): Promise<T> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (performance.now() >= endMs || !(isConnectionLoss(error) || codeOf(error) === tooManyConnections)) throw error;
      await pause(50);
    }
  }
}

/** Whether the error means that the server or the connection went away, not that the statement was wrong. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith('Connection terminated') || error.message.includes('not queryable')) return true;
  return lossCodes.has(codeOf(error));
}

/** Whether a statement certainly did not run: the server said so while it was going down. */
export function wasNotExecuted(error: unknown): boolean {
  return codeOf(error) === '57P01' || codeOf(error) === '57P02';
}

/** The SQLSTATE, or the code of the operating system; empty when there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const lossCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08000', '08003', '08006']);

const { builtins } = driverTypes;
const textArray: number = 1009;
const toTexts: (text: string) => (string | null)[] = driverTypes.getTypeParser(textArray);
const arrayOf = (parse: (text: string) => unknown) => (text: string) =>
  toTexts(text).map((element) => (element === null ? null : parse(element)));

/** Times as the server writes them for a session in UTC, read at a third of the cost of the driver's own way. */
function parseTime(text: string): unknown {
  if (!isPlainTime.test(text)) return driverTime(text);
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528; // of the digits' codes: 48 * 11
  const ms = text.length === wholeSecond ? 0 : Number(text.slice(20, -3).padEnd(3, '0'));
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
}

/** Years from 1000 to 9999; up to milliseconds, without zeros at the end. */
const isPlainTime = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/;
const wholeSecond = '2026-01-01 00:00:00+00'.length;
const driverTime: (text: string) => unknown = driverTypes.getTypeParser(builtins.TIMESTAMPTZ);

/** Words without quotes, which is what most lists hold. */
function parseTexts(text: string): (string | null)[] {
  if (text === '{}') return [];
  return isPlainList.test(text) && !text.includes('NULL') ? text.slice(1, -1).split(',') : toTexts(text);
}

const isPlainList = /^\{[A-Za-z0-9_,.:-]+\}$/;

/** bigint stays exact, and a calendar day stays text. The rest is as the driver has it. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [builtins.TIMESTAMPTZ, parseTime],
  [textArray, parseTexts],
  [1016, arrayOf(BigInt)],
  [builtins.DATE, (text) => text],
  [1182, toTexts],
]);

const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? driverTypes.getTypeParser(oid, format);
  }) as CustomTypesConfig['getTypeParser'],
};
