// Locks customers after failed authentications: longer each time, finally without end.

export interface ScaStatus {
  /** Since the last password reset. */
  readonly failedAttempts: number;
  readonly lockedUntil?: Date;
  readonly sessionExpiresAt?: Date;
}

const minuteMs = 60_000;
const lockMs = new Map([
  [5, 15 * minuteMs],
  [6, 30 * minuteMs],
  [7, 60 * minuteMs],
  [8, 24 * 60 * minuteMs],
]);
const suspendedFrom = 9;

/** Adds a failure at this time. An existing lock is never shortened. */
export function afterFailure(standing: ScaStatus, now: Date): ScaStatus {
  const failedAttempts = standing.failedAttempts + 1;
  const forMs = lockMs.get(failedAttempts);
  if (forMs === undefined) return { ...standing, failedAttempts };
  const lockedUntil = new Date(Math.max(now.getTime() + forMs, standing.lockedUntil?.getTime() ?? 0));
  return { ...standing, failedAttempts, lockedUntil };
}

export function isSuspended({ failedAttempts }: ScaStatus): boolean {
  return failedAttempts >= suspendedFrom;
}

export function isLocked(standing: ScaStatus, now: Date): boolean {
  return isSuspended(standing) || (standing.lockedUntil !== undefined && now < standing.lockedUntil);
}

export function isLoggedIn({ sessionExpiresAt }: ScaStatus, now: Date): boolean {
  return sessionExpiresAt !== undefined && now < sessionExpiresAt;
}
