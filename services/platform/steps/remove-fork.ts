// Removes a fork from all services: a half-made one whose call has died, or one that its users have deleted.
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { dataOwnersOf, type PlatformContext } from '../context.ts';

/** Longer than any call. */
const halfMadeMs = 3_600_000;

export interface ForkName {
  /** uuids. */
  readonly forkId: string;
  readonly originalId: string;
}

/** Repeatable. A service comes before those that it calls, so that work in progress ends. */
export async function removeFork({ forkId, originalId }: ForkName, { clients }: PlatformContext): Promise<void> {
  for (const owner of dataOwnersOf(clients)) {
    await owner.removePlatformData({ forkId });
    await owner.dropSnapshot({ snapshotId: forkId, platformId: originalId });
    reached('fork data removed');
  }
}

/** The job that removes it. It has no platform, because it must survive the platform's data. */
export function removeForkJob({ forkId, originalId }: ForkName, { requestId, wall }: PlatformContext): NewJob {
  const caller = { platformId: nobody, environment: 'sandbox', clockOffsetMs: 0 } as const;
  return { kind: 'remove-fork', key: forkId, caller, payload: { originalId }, runAt: wall.now(), requestId };
}

/** The same, for a fork that is not completed. */
export function abandonedForkJob(fork: ForkName, context: PlatformContext): NewJob {
  return { ...removeForkJob(fork, context), runAt: new Date(context.wall.now().getTime() + halfMadeMs) };
}

const nobody = '00000000-0000-0000-0000-000000000000';
