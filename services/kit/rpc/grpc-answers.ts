// Notes each answered gRPC call, for the log and the metrics.
import type { ConnectError } from '@connectrpc/connect';
import { status } from '@grpc/grpc-js';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { type NoteCall, noteNothing } from '../core/answered-calls.ts';
import type { Caller } from '../core/caller.ts';
import { nameOf, refusalFrom } from '../messages/fail.ts';

export interface GrpcAnswers {
  /** Called when the headers of a call have arrived. `arrival`: its metadata, or its message in a stream. */
  arrive(arrival: object): void;
  /** Called once, with the error of the response if it is one. */
  answer(arrival: object, call: AnsweredGrpcCall): void;
}

export interface AnsweredGrpcCall {
  /** `/payments.customers.v1.CustomerService/GetCustomer` */
  readonly path: string;
  readonly requestId: string;
  readonly caller?: Caller;
  readonly failed?: ConnectError;
}

export function grpcAnswers(note: NoteCall = noteNothing): GrpcAnswers {
  const arrivals = new WeakMap<object, number>();
  return {
    arrive: (arrival) => void arrivals.set(arrival, performance.now()),
    answer: (arrival, { path, requestId, caller, failed }) => {
      const now = performance.now();
      note({
        door: 'grpc',
        method: path.slice(1),
        status: failed ? (status[failed.code] ?? 'UNKNOWN') : 'OK',
        code: failed ? errorCodeOf(failed) : 'OK',
        ms: now - (arrivals.get(arrival) ?? now),
        requestId,
        ...(caller && { caller }),
      });
    },
  };
}

/** Of the response: errors that are not refusals are internal errors. */
export function errorCodeOf(error: unknown): string {
  return nameOf(refusalFrom(error)?.code ?? ErrorCode.INTERNAL_ERROR);
}
