// One transaction: of statements, and of the unit of work of an entity manager.
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely, Transaction } from 'kysely';
import { isConnectionLoss } from './connections.ts';
import { type KnownPlatforms, placingOn, placingStatement } from './distributed.ts';
import type { Queryable } from './queryable.ts';
import { insideTransaction } from './transaction-guard.ts';

/** Creates an entity manager. */
export type Fork = () => SqlEntityManager;

/** To wake after the commit: the listeners of all processes, or the workers of this one. */
interface Channels {
  readonly notified: Set<string>;
  readonly woken: Set<string>;
}

export interface TransactionParts {
  readonly kysely: Kysely<unknown>;
  readonly fork: Fork;
  /** Of a distributed database. */
  readonly known: KnownPlatforms | undefined;
}

/** Returns the result, and the channels to wake. */
export async function transactOnce<T>(parts: TransactionParts, work: (tx: Queryable) => Promise<T>): Promise<[T, Channels]> {
  let isCommitting = false;
  try {
    const placed = new Set<string>();
    const outcome = await parts.kysely.transaction().execute(async (trx): Promise<[T, Channels]> => {
      const { tx, channels, flush } = bindTo(trx, parts, placed);
      const result = await insideTransaction(() => work(tx));
      await flush();
      isCommitting = true;
      return [result, channels];
    });
    for (const id of placed) parts.known?.note(id);
    return outcome;
  } catch (error) {
    if (!isCommitting || !isConnectionLoss(error)) throw error;
    throw new Error('The connection broke while a transaction committed. Whether it did is unknown.', { cause: error });
  }
}

/** The entity manager is created at its first use: many transactions are plain statements. */
function bindTo(
  trx: Transaction<unknown>,
  { fork, known }: TransactionParts,
  placed: Set<string>,
): { tx: Queryable; channels: Channels; flush: () => Promise<void> } {
  const plain = trx.withoutPlugins();
  const placing = placingOn(trx, known);
  const channels: Channels = { notified: new Set(), woken: new Set() };
  let em: SqlEntityManager | undefined;
  const open = () => {
    const made = fork();
    made.setTransactionContext(trx);
    return made;
  };
  const place = async (platformId: string) => {
    await plain.executeQuery(placingStatement(platformId).compile(plain));
    placed.add(platformId);
  };
  const query: Queryable['query'] = async (statement) => {
    const compiled = placing.compile(statement);
    for (const platformId of placing.missing(compiled)) if (!placed.has(platformId)) await place(platformId);
    return (await plain.executeQuery(compiled)).rows;
  };
  const tx: Queryable = {
    get em() {
      em ??= open();
      return em;
    },
    query,
    read: query,
    batch: query,
    isDistributed: known !== undefined,
    notify: (channel) => void channels.notified.add(channel),
    wake: (channel) => void channels.woken.add(channel),
  };
  return { tx, channels, flush: async () => em?.flush() };
}
