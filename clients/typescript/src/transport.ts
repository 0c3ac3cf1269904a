// How requests reach the platform. Every transport answers as REST does, so that retries, results and errors are the same by all.
import type { AnyOperation, Parts } from './operation.ts';

export interface ApiRequest {
  readonly operation: AnyOperation;
  readonly input: Parts;
  /** Those of the input, the credentials, and the idempotency key. */
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

/** A response that was read completely. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Throws if no response arrives. */
export type Transport = (request: ApiRequest) => Promise<Answer>;

export interface TransportOptions {
  /** Address of the platform: `https://api.example.com`. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
}

/** Connects to a platform. */
export type OpenTransport = (options: TransportOptions) => Transport;
