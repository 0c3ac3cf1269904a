// Snapshots of a sandbox platform.
export interface Snapshot {
  readonly platformId: string;
  readonly id: string;
  readonly name: string | undefined;
  /** All services have stored their parts, of the same moment. */
  readonly isTaken: boolean;
  /** Real time. */
  readonly createdAt: Date;
}

/** Per platform. */
export const snapshotsMax = 20;

/** Longer than any call: one that is not taken by then was abandoned. */
const takingMs = 3_600_000;

export const isAbandoned = ({ isTaken, createdAt }: Snapshot, now: Date) =>
  !isTaken && createdAt.getTime() + takingMs < now.getTime();
