// Limits and steps of clock advances.

export const dayMs = 24 * 3600_000;
/** Per call. */
export const advanceMsMax = 366 * dayMs;
/** In total: ten years ahead of the wall. */
export const offsetMsMax = 3660 * dayMs;

/** The request: a duration, or a target time. */
export type Advance = { readonly seconds: bigint } | { readonly to: Date };

export interface Standing {
  /** The lead of the clock after all requested advances. */
  readonly targetMs: number;
  readonly wallMs: number;
}

/** The requested offset, or why it is refused. */
export function aim(
  advance: Advance,
  { targetMs, wallMs }: Standing,
): { readonly targetMs: number } | { readonly problem: string } {
  const requestedMs = 'to' in advance ? advance.to.getTime() - wallMs : targetMs + Number(advance.seconds) * 1000;
  if (!(requestedMs >= targetMs)) return { problem: 'must not be before the current time of the platform' };
  if (requestedMs - targetMs > advanceMsMax) return { problem: 'must not be more than 366 days ahead' };
  if (requestedMs > offsetMsMax) return { problem: 'must not be more than ten years ahead of the real time' };
  return { targetMs: requestedMs };
}

export interface Journey {
  readonly offsetMs: number;
  readonly targetMs: number;
  /** The offset at which the next work is due. Undefined if there is none. */
  readonly nextMs: number | undefined;
}

/** The next offset: of the first due work, but never backwards or beyond the target. */
export function nextStop({ offsetMs, targetMs, nextMs = Infinity }: Journey): number {
  return Math.min(targetMs, Math.max(offsetMs, nextMs));
}
