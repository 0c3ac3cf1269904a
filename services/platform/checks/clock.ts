// Checks of POST /sandbox/clock/advance that depend on the body only.
import type { AdvanceClockRequest } from '../../../gen/payments/platform/v1/clock_pb.ts';

/** At most one of the two. That neither is set is reported after all other errors, because a malformed value counts as absent. */
export function checkAdvance({ seconds, to }: AdvanceClockRequest): { field: string; message: string }[] {
  return seconds !== undefined && to ? [{ field: 'to', message: 'must not be combined with seconds' }] : [];
}
