// The permanent connection of a process to a database. It receives notifications, notices when the database is unavailable, and holds an
// advisory lock that shows other processes that this one is alive.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { Log } from '../core/log.ts';
import { connectWithRetries, NoConnection, pipelined, startPatienceMs, valueTypes } from './connections.ts';
import { type Life, LifeRecord } from './life.ts';
import { isDiskFull } from './outage.ts';
import { WriterClient } from './servers.ts';

type OnNotify = (payload: string) => void;

export interface Session {
  /**
   * Calls back on every notification, and with an empty payload after a connection loss or the death of a process, when there may be work.
   */
  listen(channel: string, onNotify: OnNotify): Promise<() => void>;
  readonly life: Life;
  /**
   * Runs short statements on this connection, so that a service which only starts or ends opens no other. Unqualified names are in `schema`.
   * Repeats the work for this time while the connection is broken.
   */
  inSchema<T>(schema: string, work: (client: ClientBase) => Promise<T>, patienceMs: number): Promise<T>;
  /** Why the database cannot serve calls. Undefined if it can. */
  problem(): string | undefined;
  /** A statement found the disk full: the session tries to write until there is space again. */
  noteFullDisk(): void;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly url: string;
  readonly log: Log;
}

/** Throws if the database does not respond within ten seconds. Later it reconnects automatically. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const session = new DatabaseSession(options);
  await session.open();
  return session;
}

const lookEveryMs = 500;
const answerMsMax = 1_000;
const reconnectEveryMs = 100;
/** Class of the advisory locks that identify processes. The second key is the holder. */
export const processLocks = 0x70617902;

class DatabaseSession implements Session {
  readonly life = new LifeRecord(randomInt(1, 2 ** 31));
  readonly #options: SessionOptions;
  readonly #channels = new Map<string, Set<OnNotify>>();
  readonly #closing = new AbortController();
  #client: WriterClient | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #running: Promise<void> = Promise.resolve();
  #problem: string | undefined;
  #hasLock = false;
  #isFull = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const client = await connectWithRetries(() => this.#connect(), startPatienceMs);
    this.#running = this.#run(client);
  }

  async listen(channel: string, onNotify: OnNotify): Promise<() => void> {
    const known = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, known.add(onNotify));
    const client = this.#client;
    // If the connection breaks, the next one listens to this channel too.
    if (client && known.size === 1) await this.#inOrder(() => client.query(`listen "${channel}"`)).catch(() => undefined);
    return () => void known.delete(onNotify);
  }

  inSchema<T>(schema: string, work: (client: ClientBase) => Promise<T>, patienceMs: number): Promise<T> {
    const attempt = async () => {
      const client = this.#client;
      if (!client) throw new NoConnection();
      const [, result] = await Promise.all([client.query(`set search_path to "${schema}"`), work(client)]); // sent together
      return result;
    };
    return connectWithRetries(() => this.#inOrder(attempt), patienceMs);
  }

  problem(): string | undefined {
    return this.#problem ?? (this.#isFull ? 'The disk of the database is full.' : undefined);
  }

  noteFullDisk(): void {
    if (!this.#isFull) this.#options.log.error({}, 'The disk of the database is full. Free some space.');
    this.#isFull = true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(first: WriterClient): Promise<void> {
    for (let client: WriterClient | undefined = first; !this.#closing.signal.aborted; client = undefined) {
      try {
        client ??= await this.#connect();
        await this.#watch(client);
      } catch (error) {
        this.#lost(error);
        await this.#rest(reconnectEveryMs, this.#closing.signal);
      } finally {
        this.#client = undefined;
        await client?.end().catch(() => undefined);
      }
    }
  }

  /** Returns when the session closes. Throws when the connection is lost. */
  async #watch(client: WriterClient): Promise<void> {
    const ended = new AbortController();
    client.once('end', () => ended.abort());
    const wake = AbortSignal.any([ended.signal, this.#closing.signal]);
    while (!this.#closing.signal.aborted) {
      await this.#inOrder(() => this.#look(client));
      this.#found();
      await this.#rest(lookEveryMs, wake);
      if (ended.signal.aborted) throw new Error('The connection was closed.');
    }
  }

  async #connect(): Promise<WriterClient> {
    const client = new WriterClient(clientOptions(this.#options.url));
    client.on('error', () => undefined); // 'end' follows
    client.on('notification', ({ channel, payload }) => this.#call(channel, payload ?? ''));
    try {
      await client.connect();
      this.#hasLock = false;
      await this.#look(client);
      for (const channel of this.#channels.keys()) await client.query(`listen "${channel}"`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.life.startAgain();
    this.#callAll();
    return client;
  }

  /** The lock of a broken connection may be held until the server notices. Until then this process counts as alive anyway. */
  async #look(client: WriterClient): Promise<void> {
    await client.refuseStandby();
    if (!this.#hasLock) {
      const { rows } = await client.query<{ has: boolean }>('select pg_try_advisory_lock($1, $2) as has', [
        processLocks,
        this.life.holder,
      ]);
      this.#hasLock = rows[0]?.has === true;
    }
    const { rows } = await client.query<{ holder: number }>(livingHolders, [processLocks]);
    if (this.life.see(rows.map(({ holder }) => holder))) this.#callAll();
    if (this.#isFull) this.#isFull = !(await canWrite(client));
  }

  #found(): void {
    if (this.#problem !== undefined) this.#options.log.warn({}, 'The database is available again.');
    this.#problem = undefined;
  }

  #lost(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#problem === undefined && !this.#closing.signal.aborted)
      this.#options.log.error({ reason }, 'The database is not available.');
    this.#problem = 'The database is not available.';
  }

  #call(channel: string, payload: string): void {
    this.#channels.get(channel)?.forEach((onNotify) => onNotify(payload));
  }

  #callAll(): void {
    for (const channel of this.#channels.keys()) this.#call(channel, '');
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** A connection runs one statement at a time. */
  #inOrder<T>(query: () => Promise<T>): Promise<T> {
    const answer = this.#queue.then(query, query);
    this.#queue = answer.catch(() => undefined);
    return answer;
  }
}

/** Keep-alive settings let the server detect a machine that vanished without closing its connections. */
function clientOptions(url: string) {
  const keepAlive = ['tcp_keepalives_idle=2', 'tcp_keepalives_interval=1', 'tcp_keepalives_count=2'];
  return {
    connectionString: url,
    options: ['timezone=UTC', ...keepAlive].map((setting) => `-c ${setting}`).join(' '),
    types: valueTypes,
    ...pipelined,
    application_name: 'payments',
    keepAlive: true,
    connectionTimeoutMillis: answerMsMax,
    query_timeout: answerMsMax,
  };
}

const livingHolders = `
  select objid::bigint::int as holder from pg_locks
  where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`;

/** Whether a table can grow. Used only after a statement found the disk full. */
async function canWrite(client: WriterClient): Promise<boolean> {
  try {
    await client.query(`create temporary table room on commit drop as select repeat('x', 100) from generate_series(1, 1000)`);
    return true;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  }
}
