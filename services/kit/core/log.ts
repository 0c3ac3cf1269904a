// The logger's face. Lines are JSON; the request id of the call is bound to it.
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}

/** For places that must not log: tests of pure parts, and tools. */
export const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
