// Removes the data of the calling platform from every service, then opens its accounts again.
import type { SandboxService } from '../../../gen/payments/platform/v1/sandbox_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { dataOwnersOf, type PlatformMethod } from '../context.ts';
import { codesOf } from '../domain/platform.ts';
import { ownPlatform } from '../steps/find-platform.ts';
import { openAccountsJob } from '../steps/open-accounts.ts';

/** Repeatable. A service comes before those that it calls, so that its work in progress finds its own rows missing, and ends. */
export const resetPlatform: PlatformMethod<typeof SandboxService.method.resetPlatform> = async (_request, context) => {
  const { caller, clients, store, wall, runNow } = context;
  const platform = await ownPlatform(context);
  for (const owner of dataOwnersOf(clients)) {
    await owner.removePlatformData({});
    reached('platform data removed');
  }

  const inRealTime = { ...context, caller: { ...caller, clockOffsetMs: 0 }, clock: wall };
  const job = openAccountsJob(platform, codesOf(platform.settings), inRealTime);
  await store.write((rows) => rows.jobs.add(job));
  await runNow(job);
  return {};
};
