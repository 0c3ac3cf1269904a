// The meaning of a receiver's response for the event.

/** The relevant parts of a response. */
export interface Answered {
  readonly status: number;
  readonly retryAfter?: string;
}

/** 409 means that the receiver already has the event. */
export function isAcknowledged(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409;
}

/** The wait that the receiver requests, in milliseconds: seconds or an HTTP date, with 429 and 503 only. */
export function retryAfterMs({ status, retryAfter }: Answered, now: Date): number | undefined {
  if (retryAfter === undefined || (status !== 429 && status !== 503)) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const untilMs = Date.parse(retryAfter) - now.getTime();
  return untilMs > 0 ? untilMs : undefined; // comparing an invalid date is false
}
