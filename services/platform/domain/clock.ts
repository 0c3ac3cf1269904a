// How far a platform's clock may be moved, and in which steps.

export const dayMs = 24 * 3600_000;
/** By one call. */
export const advanceMsMax = 366 * dayMs;
/** Altogether ahead of the wall: ten years. */
export const offsetMsMax = 3660 * dayMs;

/** What a call asks for: by how much, or up to when. */
export type Advance = { readonly seconds: bigint } | { readonly to: Date };

export interface Standing {
  /** How far the clock runs ahead once all that was asked before is done. */
  readonly targetMs: number;
  readonly wallMs: number;
}

/** The offset that is asked for, or why it cannot be. */
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
  /** The offset at which something falls due next; undefined when nothing does. */
  readonly nextMs: number | undefined;
}

/** The offset to go to next: to what falls due first, and never backwards nor beyond the target. */
export function nextStop({ offsetMs, targetMs, nextMs = Infinity }: Journey): number {
  return Math.min(targetMs, Math.max(offsetMs, nextMs));
}
