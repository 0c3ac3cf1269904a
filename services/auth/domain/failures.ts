// The limit of failed authentications: twenty per minute and client id.

export interface Failures {
  /** When the first of them was counted. */
  readonly since: Date;
  readonly count: number;
}

export const failuresMax = 20;
export const failureWindowMs = 60_000;

/** How long the client id is blocked, in whole seconds. Undefined if it is not. */
export function heldBackSeconds({ since, count }: Failures, now: Date): number | undefined {
  const leftMs = since.getTime() + failureWindowMs - now.getTime();
  return count > failuresMax && leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined;
}
