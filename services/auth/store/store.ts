// The store of this service.
import type { Database, Queryable } from '../../kit/database.ts';
import { openStore, type Store } from '../../kit/store.ts';
import { type FailedAttempts, failedAttempts } from './failed-attempts.ts';
import { type Tokens, tokens } from './tokens.ts';

export interface AuthRows {
  readonly tokens: Tokens;
  readonly failures: FailedAttempts;
}

export type AuthStore = Store<AuthRows>;

export function openAuthStore(database: Database): AuthStore {
  return openStore(database, (db: Queryable) => ({ tokens: tokens(db), failures: failedAttempts(db) }));
}
