// Which key signs, and which keys are published: from a week before the first use until eight days after the last use.

/** The dates of a key. */
export interface Dated {
  /** First use. */
  readonly notBefore: Date;
}

const dayMs = 24 * 3600_000;

/** Time from publication to first use, for receivers that fetch the file once a day. */
export const noticeMs = 7 * dayMs;
/** Time after the last use: the maximum delivery time of an event, and a day. */
export const rotationGraceMs = 8 * dayMs;

/** The key that signs now: the latest one whose first use is reached. */
export function signingKeyAt<K extends Dated>(keys: readonly K[], now: Date): K | undefined {
  return newestFirst(keys).find((key) => key.notBefore <= now);
}

/** The currently published keys, newest first. A key is removed when its successor has been in use for long enough. */
export function publishedKeysAt<K extends Dated>(keys: readonly K[], now: Date): K[] {
  const sorted = newestFirst(keys);
  const isOver = (next: K | undefined) => next !== undefined && next.notBefore.getTime() + rotationGraceMs <= now.getTime();
  return sorted.filter((_, index) => !isOver(sorted[index - 1]));
}

function newestFirst<K extends Dated>(keys: readonly K[]): K[] {
  return keys.toSorted((one, other) => other.notBefore.getTime() - one.notBefore.getTime());
}
