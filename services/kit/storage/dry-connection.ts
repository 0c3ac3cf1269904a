// The connection of a dry run: one transaction that is rolled back. Transactions of its borrowers become savepoints.
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { isInsideTransaction } from './transaction-guard.ts';

export class DryConnection {
  readonly #connect: () => Promise<PoolClient>;
  #client: Promise<PoolClient> | undefined;
  /** Ends when no borrower has the connection. */
  #borrowed: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();
  #savepoints = 0;

  constructor(connect: () => Promise<PoolClient>) {
    this.#connect = connect;
  }

  /** As a pool of one connection does. Work inside a transaction also gets it while that is open, because it would wait for itself. */
  async lend(): Promise<PoolClient> {
    const client = await (this.#client ??= this.#begin());
    const before = this.#borrowed;
    const { promise: returned, resolve: release } = Promise.withResolvers<void>();
    if (!isInsideTransaction()) {
      this.#borrowed = before.then(() => returned);
      await before;
    }
    const name = `dry_${this.#savepoints++}`;
    const inOrder = <T>(work: () => Promise<T>) => this.#inOrder(work);
    const query = savepointed({ name, inOrder, send: (statement) => client.query(statement) });
    return { query, release } as unknown as PoolClient; // nothing else of it is used
  }

  async end(): Promise<void> {
    const client = await this.#client?.catch(() => undefined); // its borrowers have the error
    if (!client) return;
    const isBroken = await this.#inOrder(() => client.query('rollback')).then(
      () => false,
      () => true,
    );
    client.release(isBroken); // the server rolls back the transaction of a closed connection
  }

  async #begin(): Promise<PoolClient> {
    const client = await this.#connect();
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${lockWaitMs}'`);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Others wait for what a dry run has locked, so it does not wait long for its next lock. */
const lockWaitMs = 2_000;

type Statement = string | QueryConfig;

interface Borrowed {
  /** Of its savepoint. */
  readonly name: string;
  /** Runs work when that of earlier statements has ended. */
  readonly inOrder: <T>(work: () => Promise<T>) => Promise<T>;
  readonly send: (statement: Statement) => Promise<QueryResult>;
}

/** The `query` of a borrower. A statement outside its transactions has a savepoint of its own, so that it fails alone. */
function savepointed({ name, inOrder, send }: Borrowed): (statement: Statement) => Promise<QueryResult> {
  let isOpen = false;
  let hasFailed = false;
  const begin = () => send(`savepoint ${name}`);
  const undo = async () => {
    await send(`rollback to savepoint ${name}`);
    return { ...(await send(`release savepoint ${name}`)), command: 'ROLLBACK' };
  };
  const commit = async () => ({ ...(await send(`release savepoint ${name}`)), command: 'COMMIT' });
  const alone = async (statement: Statement) => {
    await begin();
    const result = await send(statement).catch(async (error: unknown) => {
      await undo();
      throw error;
    });
    await commit();
    return result;
  };
  const run = async (statement: Statement): Promise<QueryResult> => {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (/^\s*begin\b/i.test(text)) {
      [isOpen, hasFailed] = [true, false];
      return begin();
    }
    if (!isOpen) return isEnd.test(text) ? send('select') : alone(statement);
    if (!isEnd.test(text))
      return send(statement).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    isOpen = false;
    return hasFailed || isRollback.test(text) ? undo() : commit();
  };
  return (statement) => inOrder(() => run(statement));
}

const isEnd = /^\s*(commit|rollback)\s*$/i;
const isRollback = /^\s*rollback\b/i;
