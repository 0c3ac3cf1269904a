// Work in a transaction, for functions that are called inside and outside of one.
import type { Database, Queryable } from './queryable.ts';

/** In the transaction of the caller, or in a new one, which may repeat the work. */
export function inTransaction<T>(db: Queryable | Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return 'transaction' in db ? db.transaction(work) : work(db);
}
