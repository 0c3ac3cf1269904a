// The log of the REST requests of a sandbox platform.

/** A request and its response, with masked secrets. */
export interface LoggedRequest {
  readonly id: string;
  /** `X-Request-Id`, which callers can choose. */
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly durationMs: number;
  /** uuid. */
  readonly tokenId: string | undefined;
  /** Public ids in the path and the bodies. */
  readonly resources: readonly string[];
  /** How many requests before this one were not logged. */
  readonly skippedCount: number | undefined;
  /** Real time of the beginning. */
  readonly createdAt: Date;
}

/** Objects of JSON. */
export interface Bodies {
  readonly request?: object | undefined;
  readonly response?: object | undefined;
}

/** An undefined field filters nothing. */
export interface RequestFilter {
  readonly platformId: string;
  readonly operation: string | undefined;
  readonly method: string | undefined;
  readonly status: number | undefined;
  /** Whether the status is 400 or higher. */
  readonly failed: boolean | undefined;
  readonly requestId: string | undefined;
  readonly resource: string | undefined;
  readonly since: Date | undefined;
}

/** Entries of a platform. Older ones are removed. */
export const entriesMax = 2_000;
