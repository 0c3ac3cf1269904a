// The five minutes in which all rates come from one snapshot.

const slotMs = 300_000;

/** The start of the five minutes that contain `now`. */
export function slotOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / slotMs) * slotMs);
}
