// Copies of the caller's platform: a snapshot of one moment in all services, and its rows on the same platform or on a fork.
import { setTimeout as pause } from 'node:timers/promises';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { turnsOf } from '../../kit/calls/turns.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { fail } from '../../kit/messages/fail.ts';
import { dataOwnersOf, type PlatformContext } from '../context.ts';

const attemptsMax = 20;
const pauseMs = 100;

/** Copies that this process makes at the same time. Each occupies a connection; all workers of a test suite may ask for a fork at once. */
const copiesMax = 8;

/** Runs a copy when its turn comes. */
export const inTurn = turnsOf(copiesMax)('copies of platforms');

/**
 * Takes a snapshot under this uuid. Services take it one after the other; it is of one moment if nothing has changed until the last one has.
 * Repeatable. Throws CONFLICT if calls or jobs of the platform change it all the time.
 */
export async function takeSnapshot(snapshotId: string, context: PlatformContext): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const isWhole = !(await isClockAdvancing(context)) && (await takeOnce(snapshotId, context));
    if (isWhole) return;
    await pause(pauseMs);
  }
  throw fail(ErrorCode.CONFLICT, 'The platform is changing. Repeat the request when its calls have ended.', {
    reason: 'PLATFORM_CHANGING',
  });
}

async function takeOnce(snapshotId: string, { clients }: PlatformContext): Promise<boolean> {
  const taken: string[] = [];
  for (const owner of dataOwnersOf(clients)) taken.push((await owner.takeSnapshot({ snapshotId })).state);
  reached('snapshot taken');
  for (const owner of dataOwnersOf(clients)) if ((await owner.getDataState({})).state !== taken.shift()) return false;
  return true;
}

async function isClockAdvancing({ caller, store }: PlatformContext): Promise<boolean> {
  const clock = await store.clocks.find(caller.platformId);
  return clock?.offsetMs !== clock?.targetMs;
}

/**
 * Replaces all rows of the caller's platform, or of a fork, by those of a snapshot. A service comes after those that it calls, and jobs come
 * last, so that work finds everything that it needs. Repeatable.
 */
export async function loadSnapshot(copied: { snapshotId: string; forkId?: string }, { clients }: PlatformContext): Promise<void> {
  const calledFirst = dataOwnersOf(clients).toReversed();
  for (const owner of calledFirst) {
    await owner.loadSnapshot(copied);
    reached('snapshot loaded');
  }
  for (const owner of calledFirst) await owner.loadJobs(copied);
}

export async function dropSnapshot(snapshotId: string, { clients }: PlatformContext): Promise<void> {
  for (const owner of dataOwnersOf(clients)) await owner.dropSnapshot({ snapshotId });
}
