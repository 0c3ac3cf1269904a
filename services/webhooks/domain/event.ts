// Types of events with special delivery rules.

/** A TEST event is relevant only when it is sent, so it is never retried. */
export function isRetried(type: string): boolean {
  return type !== testType;
}

export const testType = 'TEST';
