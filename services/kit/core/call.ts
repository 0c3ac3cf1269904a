// A call on its way to a method: its caller, and what is passed from door to door.
import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import type { Caller } from './caller.ts';

export interface Call {
  readonly caller: Caller;
  /** Identifies the call in every service, job and webhook that it causes. */
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** IP address of the peer of the first door. Absent for calls that start inside. */
  readonly address?: string;
  /** The idempotency key of the caller, if any. */
  readonly idempotencyKey?: string;
  /** Equal for equal JSON bodies under that key, fields that were ignored included. Absent: the messages are compared. */
  readonly bodyDigest?: string;
  /** When the caller stops waiting, on the wall. */
  readonly deadline?: Date;
  /** W3C trace context, forwarded unchanged. */
  readonly traceparent?: string;
  /** Runs a wait for a provider outside the caller's concurrency limit, so that waiting jobs do not block others. */
  readonly outside?: Outside;
  /** The first door has already checked permission and rules. */
  readonly admitted: boolean;
}

export type Outside = <T>(wait: () => Promise<T>) => Promise<T>;

export interface Reply {
  readonly message: Message;
  /** The reply was stored by an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}

/** Passes a request to the implementation of the method, in this process or another. Throws a `Refusal`. */
export type Dispatch = (method: DescMethodUnary, request: Message, call: Call) => Promise<Reply>;
