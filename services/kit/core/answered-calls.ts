// What a door knows about a call when it has answered it, for the log and the metrics.
import type { Caller } from './caller.ts';

export interface AnsweredCall {
  readonly door: 'rest' | 'connect' | 'grpc';
  /** The RPC: `payments.customers.v1.CustomerService/GetCustomer`. For other paths of the gateway their template: `/i/:code`. */
  readonly method: string;
  /** HTTP verb. Absent for gRPC. */
  readonly verb?: string;
  /** The HTTP status, or the name of the gRPC status. */
  readonly status: number | string;
  /** `OK`, or the error code. */
  readonly code: string;
  /** From the headers of the request to the end of the response. */
  readonly ms: number;
  readonly requestId: string;
  /** Absent for calls that were refused before their caller was known. */
  readonly caller?: Caller;
}

/** Called once per answered call. */
export type NoteCall = (call: AnsweredCall) => void;

export const noteNothing: NoteCall = () => undefined;
