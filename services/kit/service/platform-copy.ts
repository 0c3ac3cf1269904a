// What a copy of a sandbox platform leaves out, for snapshots and forks, and what completes it.
import type { Queryable } from '../storage/database.ts';

export interface PlatformCopy {
  /** Tables whose rows are not copied, and why. Directories, whose keys do not begin with the platform, are never copied. */
  readonly leaves?: Readonly<Record<string, string>>;
  /** Completes the rows of the target, in the transaction that has loaded them. */
  readonly complete?: (copied: Copied) => Promise<void>;
  /** Claims the target's entries of directories, after that transaction: on a distributed database, they are on other servers. Repeatable. */
  readonly claim?: (copied: Copied) => Promise<void>;
}

export interface Copied {
  readonly db: Queryable;
  /** The platform of the snapshot. */
  readonly platformId: string;
  /** A fork, or the same platform. */
  readonly targetId: string;
  /** Real time. */
  readonly now: Date;
}

/** Tables that every service has, and leaves out. */
export const commonLeaves: Readonly<Record<string, string>> = {
  idempotency: 'a repeated call on the copy acts again',
  outbox: 'the original sends its events',
  placed_platform: 'made when a platform is first written to',
  snapshot_part: 'the snapshots of the original',
};
