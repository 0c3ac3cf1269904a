// One transaction: of statements, and of the unit of work of an entity manager.
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely, Transaction } from 'kysely';
import { isConnectionLoss } from './connections.ts';
import type { Queryable } from './queryable.ts';
import { insideTransaction } from './transaction-guard.ts';

/** Creates an entity manager. */
export type Fork = () => SqlEntityManager;

/** To wake after the commit: the listeners of all processes, or the workers of this one. */
interface Channels {
  readonly notified: Set<string>;
  readonly woken: Set<string>;
}

/** Returns the result, and the channels to wake. */
export async function transactOnce<T>(
  kysely: Kysely<unknown>,
  fork: Fork,
  work: (tx: Queryable) => Promise<T>,
): Promise<[T, Channels]> {
  let isCommitting = false;
  try {
    return await kysely.transaction().execute(async (trx) => {
      const { tx, channels, flush } = bindTo(trx, fork);
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
function bindTo(trx: Transaction<unknown>, fork: Fork): { tx: Queryable; channels: Channels; flush: () => Promise<void> } {
  const plain = trx.withoutPlugins();
  const channels: Channels = { notified: new Set(), woken: new Set() };
  let em: SqlEntityManager | undefined;
  const open = () => {
    const made = fork();
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
    batch: query,
    notify: (channel) => void channels.notified.add(channel),
    wake: (channel) => void channels.woken.add(channel),
  };
  return { tx, channels, flush: async () => em?.flush() };
}
