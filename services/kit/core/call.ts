// One call on its way to a method: who makes it, and what goes with it from door to door.
import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import type { Caller } from './caller.ts';

export interface Call {
  readonly caller: Caller;
  /** Follows the call through every service, job and webhook that it causes. */
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** The caller's key, where it sent one: a repeat of the call is answered and not run again. */
  readonly idempotencyKey?: string;
  /** When the caller stops waiting, on the wall. */
  readonly deadline?: Date;
  /** W3C trace context, handed on as it came. */
  readonly traceparent?: string;
  /** Runs a wait for a provider beside the places of whoever makes the call: a job that waits keeps no other from running. */
  readonly outside?: Outside;
  /** The first door has checked permission and rules already. */
  readonly admitted: boolean;
}

export type Outside = <T>(wait: () => Promise<T>) => Promise<T>;

export interface Reply {
  readonly message: Message;
  /** The answer of an earlier call under the same idempotency key. */
  readonly replayed: boolean;
}

/** Sends a request to whoever implements the method: in this process or in another one. Throws a `Refusal`. */
export type Dispatch = (method: DescMethodUnary, request: Message, call: Call) => Promise<Reply>;
