// Faults that sandbox platforms have set for their calls, caused at the door that a call reaches first.
import { setTimeout as pause } from 'node:timers/promises';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { FaultDirectoryService, type TakeFaultResponse } from '../../../gen/payments/platform/v1/fault_directory_pb.ts';
import { FaultService } from '../../../gen/payments/platform/v1/fault_pb.ts';
import { FaultType } from '../../../gen/payments/platform/v1/fault_type_pb.ts';
import type { Call, Dispatch, Reply } from '../core/call.ts';
import { asService } from '../core/caller.ts';
import { fail, Refusal } from '../messages/fail.ts';
import { clientOf } from './clients.ts';

/** A fault requires that the door closes the connection without a response. */
export class ConnectionCut extends Error {
  constructor() {
    super('The platform has requested that this connection is closed, with POST /sandbox/faults.');
  }
}

/** The same dispatch, for doors. Costs nothing for platforms without faults. Faults can always be listed and removed. */
export function withFaults(dispatch: Dispatch): Dispatch {
  const faultsOf = clientOf(FaultDirectoryService, dispatch);
  return async (method, request, call) => {
    const { caller } = call;
    const canFail = caller.hasFaults && caller.service === undefined && method.parent !== FaultService;
    if (!canFail) return dispatch(method, request, call);
    const fault = await faultsOf(asDoor(call)).takeFault({ target: { case: 'operation', value: method.localName } });
    return cause(fault, () => dispatch(method, request, call));
  };
}

function asDoor(call: Call): Call {
  return { ...call, caller: asService('door', call.caller), admitted: false };
}

async function cause({ type, delayMs }: TakeFaultResponse, run: () => Promise<Reply>): Promise<Reply> {
  switch (type) {
    case FaultType.DELAY:
      await pause(delayMs);
      return run();
    case FaultType.RATE_LIMITED:
      throw new Refusal(ErrorCode.RATE_LIMITED, requested, { retryAfterSeconds: 1 });
    case FaultType.ERROR_BEFORE:
      throw fail(ErrorCode.INTERNAL_ERROR, requested);
    case FaultType.ERROR_AFTER:
      await run();
      throw fail(ErrorCode.INTERNAL_ERROR, requested);
    case FaultType.CUT_BEFORE:
      throw new ConnectionCut();
    case FaultType.CUT_AFTER:
      await run();
      throw new ConnectionCut();
    default:
      return run();
  }
}

const requested = 'The platform has requested this error with POST /sandbox/faults.';
