// The store of a service: its rows, read individually, or written together in one transaction.
import type { Database, Queryable } from './database.ts';

export type Store<Rows extends object> = Rows & {
  /** Then a transaction writes the rows of one platform. */
  readonly isDistributed: boolean;
  /** One transaction. It may run more than once, so the work must have no effects other than on rows. */
  write<T>(work: (rows: Rows) => Promise<T>): Promise<T>;
};

/** `bind` creates the row groups over a connection: over the database for reads, over a transaction for writes. */
export function openStore<Rows extends object>(database: Database, bind: (db: Queryable) => Rows): Store<Rows> {
  const { isDistributed } = database;
  return { ...bind(database), isDistributed, write: (work) => database.transaction((tx) => work(bind(tx))) };
}
