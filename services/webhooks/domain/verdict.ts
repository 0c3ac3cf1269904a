// What an answer of the receiver means for the event.

/** What the receiver answered, as far as it decides. */
export interface Answered {
  readonly status: number;
  readonly retryAfter?: string;
}

/** 409 is the receiver's word that it has this event already. */
export function isAcknowledged(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409;
}

/** How long the receiver asks to be left alone, in milliseconds: seconds or an HTTP date, on 429 and 503 alone. */
export function retryAfterMs({ status, retryAfter }: Answered, now: Date): number | undefined {
  if (retryAfter === undefined || (status !== 429 && status !== 503)) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const untilMs = Date.parse(retryAfter) - now.getTime();
  return untilMs > 0 ? untilMs : undefined; // an unreadable date compares false
}
