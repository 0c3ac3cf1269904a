// The interface of the logger. Lines are JSON and contain the request id of the call.
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}

/** For code that must not log: tests of pure functions, and tools. */
export const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
