// What sets kinds of events apart for their delivery.

/** An event that makes sense only at its moment is sent once: a test is not repeated. */
export function isRetried(type: string): boolean {
  return type !== testType;
}

export const testType = 'TEST';
