// Which key signs, and which keys are published: each is published a week before its first use, and a week and a day after its last.

/** A key as far as its dates go. */
export interface Dated {
  /** First use. */
  readonly notBefore: Date;
}

const dayMs = 24 * 3600_000;

/** From publication to first use: receivers that fetch the file once a day have it in time. */
export const noticeMs = 7 * dayMs;
/** After the last use: as long as an event may be on its way, and a day. */
export const rotationGraceMs = 8 * dayMs;

/** The key that signs now: the latest whose first use has come. */
export function signingKeyAt<K extends Dated>(keys: readonly K[], now: Date): K | undefined {
  return newestFirst(keys).find((key) => key.notBefore <= now);
}

/** The keys that receivers are shown now, newest first. A key leaves when the one after it has been in use for long enough. */
export function publishedKeysAt<K extends Dated>(keys: readonly K[], now: Date): K[] {
  const sorted = newestFirst(keys);
  const isOver = (next: K | undefined) => next !== undefined && next.notBefore.getTime() + rotationGraceMs <= now.getTime();
  return sorted.filter((_, index) => !isOver(sorted[index - 1]));
}

function newestFirst<K extends Dated>(keys: readonly K[]): K[] {
  return keys.toSorted((one, other) => other.notBefore.getTime() - one.notBefore.getTime());
}
