// Simulates a process that dies at a point of the code.
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../services/kit/messages/fail.ts';

/** Stops the first work that reaches the point. The result, called after the work, says whether that has happened. */
export function cutOffAt(point: string): () => boolean {
  globalThis.onCrashPoint = (name) => {
    if (name !== point) return;
    globalThis.onCrashPoint = undefined;
    throw fail(ErrorCode.SERVICE_UNAVAILABLE, `Cut off at ${point}.`);
  };
  return () => {
    const isCutOff = globalThis.onCrashPoint === undefined;
    globalThis.onCrashPoint = undefined;
    return isCutOff;
  };
}
