// Marks deliveries after a restore of the database: the receiver may know later events of the same resources.

export const restoredHeader = 'X-Service-Restored-At';

/** As long as events are kept. */
const markedMs = 30 * 24 * 3_600_000;

/** The headers of a delivery. */
export function markOf(restoredAt: Date | undefined, now: Date): Record<string, string> {
  const isMarked = restoredAt !== undefined && now.getTime() - restoredAt.getTime() < markedMs;
  return isMarked ? { [restoredHeader]: restoredAt.toISOString() } : {};
}
