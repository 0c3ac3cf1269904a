// Finds the oldest of the rows that wait, of any platform, with limited work.

/** Rows of a platform. */
export interface Waiting {
  readonly platform: string;
  /** Of the oldest of them. */
  readonly since: Date;
  /** How many were read. */
  readonly rows: bigint;
}

/** Reads up to `limit` rows of the platforms after one, in the order of platforms and, within a platform, of age. */
export type ReadWaiting = (after: string, limit: number) => Promise<readonly Waiting[]>;

/**
 * An index has the rows of each platform by age, so a read finds the oldest row of each platform that it reaches. It may end within the rows of
 * a platform; the next one starts behind that platform. Exact unless more than `readsMax` platforms each have at least `rowsPerRead` rows.
 */
export async function oldestWaiting(read: ReadWaiting): Promise<Date | undefined> {
  let oldest: Date | undefined;
  let after = firstId;
  for (let reads = 0; reads < readsMax; reads++) {
    const found = await read(after, rowsPerRead);
    for (const { since } of found) if (oldest === undefined || since < oldest) oldest = since;
    const last = found.at(-1);
    if (!last || found.reduce((sum, { rows }) => sum + Number(rows), 0) < rowsPerRead) break;
    after = last.platform;
  }
  return oldest;
}

export function secondsSince(at: Date | null | undefined, now: Date): number {
  return at ? Math.max(0, now.getTime() - at.getTime()) / 1_000 : 0;
}

const firstId = '00000000-0000-0000-0000-000000000000';
const rowsPerRead = 1_000;
const readsMax = 100;
