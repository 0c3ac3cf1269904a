// Selects between a database and its part in the dry run of the running code.
import { currentDryRun, type DryPart } from '../core/dry-run.ts';
import type { Database } from './queryable.ts';

export interface DryDatabase {
  readonly database: Database;
  /** Rolls back what was written. */
  end(): Promise<void>;
}

type Part = DryPart & Pick<DryDatabase, 'database'>;

/** The same database. In a dry run it is the one that `begin` creates, once per dry run. */
export function withDryRuns(database: Database, begin: () => DryDatabase): Database {
  const beginPart = (): Part => {
    const dry = begin();
    return { database: dry.database, end: () => dry.end().then(() => undefined) };
  };
  const here = (): Database => currentDryRun()?.part(database, beginPart).database ?? database;
  const { listen, life, noteFailure, use, close, isDistributed } = database;
  return {
    get em() {
      return here().em;
    },
    query: (statement) => here().query(statement),
    read: (statement) => here().read(statement),
    batch: (statement) => here().batch(statement),
    notify: (channel) => here().notify(channel),
    wake: (channel) => here().wake(channel),
    transaction: (work) => here().transaction(work),
    lendPipelined: () => here().lendPipelined(),
    onSession: (work) => here().onSession(work),
    isDistributed,
    listen,
    life,
    noteFailure,
    use,
    close,
  };
}
