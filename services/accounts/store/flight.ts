// Pipelined statements on one connection, and their failures.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { type Step, traced } from '../../kit/core/tracing.ts';
import { isConflict, isConnectionLoss } from '../../kit/storage/connections.ts';

/** Waits until every statement is answered, whatever the result: a connection is released only when it is idle. */
export async function landed<Results extends readonly unknown[]>(
  flight: { [Index in keyof Results]: Promise<Results[Index]> | Results[Index] },
) {
  await Promise.allSettled(flight);
  return Promise.all(flight);
}

/** Lends a connection. Rolls back an open transaction if the work fails. */
export function withClient<T>(connect: Connect, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return traced(pipelined, () => lend(connect, work));
}

export type Connect = () => Promise<PoolClient>;

/** Runs work on the one connection of all callers. */
export type SharedClient = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>;

interface Lease {
  readonly client: Promise<PoolClient>;
  users: number;
  /** All users. */
  count: number;
  hasFailed: boolean;
}

/** Statements of single transactions, in the order in which they are sent. A connection that fails is dropped when its last user has left it. */
export function sharedClient(connect: Connect): SharedClient {
  let current: Lease | undefined;
  const leave = (lease: Lease) => {
    if (lease === current && (lease.users === 0 || lease.hasFailed || lease.count >= usersMax)) current = undefined;
    if (lease.users > 0) return;
    void lease.client.then(
      (client) => client.release(lease.hasFailed),
      () => undefined, // its users have the error
    );
  };
  return (work) =>
    traced(pipelined, async () => {
      const lease = (current ??= { client: connect(), users: 0, count: 0, hasFailed: false });
      lease.users++;
      lease.count++;
      try {
        return await work(await lease.client);
      } catch (error) {
        lease.hasFailed = true;
        throw error;
      } finally {
        lease.users--;
        leave(lease);
      }
    });
}

/** The pool looks whether a connection leads to the server that writes when it lends it. */
const usersMax = 1_000;

const pipelined: Step = { name: 'pipelined statements', kind: 'CLIENT', attributes: { 'db.system.name': 'postgresql' } };

async function lend<T>(connect: Connect, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    const isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    client.release(isBroken);
    throw error;
  }
}

/** A batch that may have been committed can be repeated: its keys show what was booked. */
export async function repeatedly<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count === attemptsMax || !asksForRepeat(error)) throw error;
      await pause(randomInt(1, 10 * count));
    }
  }
}

const attemptsMax = 8;

function asksForRepeat(error: unknown): boolean {
  return isConnectionLoss(error) || isConflict(error);
}
