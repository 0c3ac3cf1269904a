// Advances the clock of the calling platform, and returns when all work that became due has run.
import { setTimeout as pause } from 'node:timers/promises';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { AdvanceClockRequest, ClockService } from '../../../gen/payments/platform/v1/clock_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { PlatformContext, PlatformMethod } from '../context.ts';
import { toClock } from '../convert.ts';
import { type Advance, aim } from '../domain/clock.ts';
import { inJourneyTurn, journeyOf } from '../steps/clock-journey.ts';
import { unknownPlatform } from '../steps/find-platform.ts';

/** The target is stored with its job: one job at a time per platform, each starting where the previous one ends. */
export const advanceClock: PlatformMethod<typeof ClockService.method.advanceClock> = async (request, context) => {
  const { caller, store, operationId, wall } = context;
  const { platformId } = caller;
  const job = advanceJob(context);
  const advance = advanceOf(request);
  const add = () =>
    store.write(async (rows) => {
      const clock = await rows.clocks.lock(platformId);
      if (!clock) throw unknownPlatform();
      if (await rows.clocks.findAdvance(platformId, operationId)) return;
      const aimed = aim(advance, { targetMs: clock.targetMs, wallMs: wall.now().getTime() });
      if ('problem' in aimed) throw invalidInput([{ field: 'to' in advance ? 'to' : 'seconds', message: aimed.problem }]);
      await rows.jobsOfNobody.add(job); // it cannot end before this transaction does: for that it locks the clock
      await rows.clocks.insertAdvance({ operationId, platformId, targetMs: aimed.targetMs }, wall.now());
    });
  await inJourneyTurn(add);
  reached('clock advance asked');

  await arrival(context, job);
  const clock = await store.clocks.find(platformId);
  return toClock(clock?.offsetMs ?? 0, wall.now());
};

function advanceOf({ seconds, to }: AdvanceClockRequest): Advance {
  if (to) return { to: timestampDate(to) };
  if (seconds !== undefined) return { seconds };
  throw invalidInput([{ field: 'seconds', message: 'or to is required' }]);
}

function advanceJob({ caller, requestId, wall }: PlatformContext): NewJob {
  const journey = journeyOf(caller.platformId);
  const nobody = { ...journey.caller, environment: caller.environment, clockOffsetMs: 0 };
  return { ...journey, caller: nobody, payload: {}, runAt: wall.now(), requestId };
}

const looksMax = 500;
const lookEveryMs = 100;

/** Another process may run the job, or it failed and will be retried. Waits as long as a caller can wait. */
async function arrival({ caller, store, operationId, runNow }: PlatformContext, job: NewJob): Promise<void> {
  for (let look = 0; look < looksMax; look++) {
    await runNow(job);
    if ((await store.clocks.findAdvance(caller.platformId, operationId))?.isOver) return;
    await pause(lookEveryMs);
  }
  const message = 'The clock is still advancing. GET /sandbox/clock shows when it has reached the requested time.';
  throw new Refusal(ErrorCode.SERVICE_UNAVAILABLE, message, { retryAfterSeconds: 5 });
}
