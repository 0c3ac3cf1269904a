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
