// Rules over the body of POST /sandbox/clock/advance that need nothing but the body.
import type { AdvanceClockRequest } from '../../../gen/payments/platform/v1/clock_pb.ts';

/** Not both ways to say how far. That neither is there is told once nothing else is wrong: what is malformed is not there either. */
export function checkAdvance({ seconds, to }: AdvanceClockRequest): { field: string; message: string }[] {
  return seconds !== undefined && to ? [{ field: 'to', message: 'must not be combined with seconds' }] : [];
}
