// Points between two commits where a test can end the process. They do nothing otherwise.

declare global {
  /** Set by tests only. May end the process, or throw. */
  var onCrashPoint: ((name: string) => void) | undefined;
}

/** Reports to a test that the work has reached this point. */
export function reached(name: string): void {
  globalThis.onCrashPoint?.(name);
}
