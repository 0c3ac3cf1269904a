// Time. Only this file reads the wall clock. The clock of a sandbox platform can run ahead of it.
export interface Clock {
  now(): Date;
}

/** Real time. */
export const wall: Clock = { now: () => new Date() };

/** A platform's time: `offsetMs` ahead of `base`. */
export function ahead(base: Clock, offsetMs: number): Clock {
  if (offsetMs === 0) return base;
  return { now: () => new Date(base.now().getTime() + offsetMs) };
}
