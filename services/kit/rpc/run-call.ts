// Runs an admitted call: decodes its request, runs the chain, encodes the response.
import { type DescMethodUnary, toBinary } from '@bufbuild/protobuf';
import type { ConnectError } from '@connectrpc/connect';
import { dryRunContinuedHeader, dryRunHeader, isRequested, joinDryRun, runArrived } from '../calls/dry-runs.ts';
import { withFaults } from '../calls/faults.ts';
import type { NoteCall } from '../core/answered-calls.ts';
import type { Log } from '../core/log.ts';
import { entered } from '../core/tracing.ts';
import { decode } from '../messages/decode.ts';
import { waitFor } from '../messages/large-messages.ts';
import { countFields } from '../messages/message-bounds.ts';
import type { Running } from '../service/start-services.ts';
import { type Admitted, type Arrival, callOf, type HeaderOf, pathOf, toRpcError } from './gate.ts';
import type { GrpcAnswers } from './grpc-answers.ts';
import { recordingOperators } from './operator-record.ts';

export interface RunOptions {
  readonly running: Pick<Running, 'services' | 'dispatch'>;
  /** Logs and counts answered calls. Absent: nothing does. */
  readonly noteCall?: NoteCall;
  readonly answers: GrpcAnswers;
  readonly log: Log;
}

export interface ArrivedCall extends Arrival {
  /** The request message. */
  readonly request: Uint8Array;
  /** What its arrival was noted by. */
  readonly arrived: object;
}

export type Outcome = Responded | Failed;

export interface Responded {
  readonly failed?: never;
  /** The response message. */
  readonly response: Uint8Array;
  /** It was stored by an earlier call with the same idempotency key. */
  readonly replayed: boolean;
  /** The caller has requested a dry run. */
  readonly isDry: boolean;
}

export interface Failed {
  readonly failed: ConnectError;
}

/** Never rejects. */
export type RunCall = (call: ArrivedCall) => Promise<Outcome>;

export function runnerOf(method: DescMethodUnary, { running, answers, log }: RunOptions): RunCall {
  const path = pathOf(method);
  const recorded = recordingOperators(running.dispatch);
  const withRequestedFaults = withFaults(recorded);
  const step = { name: path.slice(1), attributes: { 'rpc.system.name': 'grpc', 'rpc.method': path.slice(1) } };
  const respond = async (call: ArrivedCall): Promise<Responded> => {
    const { admitted, headerOf, request } = call;
    const { isOwnProcess, caller } = admitted;
    if (!isOwnProcess) await waitFor(caller.platformId, countFields(method.input, request));
    const dispatch = isOwnProcess ? recorded : withRequestedFaults; // another process is not the first door
    const { message, replayed } = await entered(callOf(call), { step, isOwnProcess }, (entering) =>
      dryIfRequested({ method, admitted, headerOf }, () => dispatch(method, decode(method.input, request), entering)),
    );
    const isDry = !isOwnProcess && isRequested({ method, header: headerOf(dryRunHeader) });
    return { response: toBinary(method.output, message), replayed, isDry };
  };
  return async (call) => {
    const { requestId, caller } = call.admitted;
    const answered = { path, requestId, caller };
    try {
      const responded = await respond(call);
      answers.answer(call.arrived, answered);
      return responded;
    } catch (error) {
      const failed = toRpcError(error, { requestId, path, log, isAborted: call.signal.aborted });
      answers.answer(call.arrived, { ...answered, failed });
      return { failed };
    }
  };
}

interface Requested {
  readonly method: DescMethodUnary;
  readonly admitted: Admitted;
  readonly headerOf: HeaderOf;
}

function dryIfRequested<T>(
  { method, admitted: { caller, isOwnProcess }, headerOf }: Requested,
  run: () => Promise<T>,
): Promise<T> {
  const header = headerOf(dryRunHeader);
  if (!isOwnProcess) return runArrived({ method, caller, header }, run);
  return joinDryRun({ dryRunId: header, isContinued: headerOf(dryRunContinuedHeader) === 'true' }, run);
}
