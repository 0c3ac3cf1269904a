// What the reset of a sandbox platform keeps, and what it does beyond removing rows.
import type { Caller } from '../core/caller.ts';
import type { Queryable } from '../storage/database.ts';

export interface PlatformReset {
  /** Tables that keep their rows: configuration, credentials, directories, and progress of audits. */
  readonly keeps: readonly string[];
  /** Runs the removal, in its transaction. Can run more than once. */
  readonly around?: (remove: () => Promise<void>, reset: Resetting) => Promise<void>;
}

export interface Resetting {
  readonly db: Queryable;
  readonly caller: Caller;
  /** Real time. */
  readonly now: Date;
  readonly requestId: string;
}
