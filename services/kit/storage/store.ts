// The store of a service: its rows, read one by one, or written together in one transaction.
import type { Database, Queryable } from './database.ts';

export type Store<Rows extends object> = Rows & {
  /** One transaction. It may run more than once, when the database asks for a repeat: no effect outside the rows belongs into it. */
  write<T>(work: (rows: Rows) => Promise<T>): Promise<T>;
};

/** `bind` makes the row groups over a connection: over the database itself for reads, over a transaction for writes. */
export function openStore<Rows extends object>(database: Database, bind: (db: Queryable) => Rows): Store<Rows> {
  return { ...bind(database), write: (work) => database.transaction((tx) => work(bind(tx))) };
}
