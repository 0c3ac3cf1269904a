// Time. The wall is read here and nowhere else; a platform's clock may run ahead of it in the sandbox.
export interface Clock {
  now(): Date;
}

/** The machine's time. */
export const wall: Clock = { now: () => new Date() };

/** A platform's time: `offsetMs` ahead of `base`. */
export function ahead(base: Clock, offsetMs: number): Clock {
  if (offsetMs === 0) return base;
  return { now: () => new Date(base.now().getTime() + offsetMs) };
}
