// Places where a process may die in a test: between every two commits of one piece of work. Nothing happens here otherwise.

declare global {
  /** Installed by tests alone. May end the process, or throw. */
  var onCrashPoint: ((name: string) => void) | undefined;
}

/** Tells a test that the work has come this far. */
export function reached(name: string): void {
  globalThis.onCrashPoint?.(name);
}
