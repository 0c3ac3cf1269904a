// The five minutes in which all rates are of one snapshot.

const slotMs = 300_000;

/** When the five minutes began that `now` is in. */
export function slotOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / slotMs) * slotMs);
}
