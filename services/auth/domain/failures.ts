// When failures to authenticate are held back: twenty a minute for one client id.

export interface Failures {
  /** When the first of them was counted. */
  readonly since: Date;
  readonly count: number;
}

export const failuresMax = 20;
export const failureWindowMs = 60_000;

/** How long the client id is held back, in whole seconds, or undefined when it is not. */
export function heldBackSeconds({ since, count }: Failures, now: Date): number | undefined {
  const leftMs = since.getTime() + failureWindowMs - now.getTime();
  return count > failuresMax && leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined;
}
