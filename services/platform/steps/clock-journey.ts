// Moves a platform's clock to where it was asked to go: from one moment at which something falls due to the next, in all services.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { DueWorkService } from '../../../gen/payments/common/v1/due_work_pb.ts';
import type { JobName } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { type PlatformContext, timekeepersOf } from '../context.ts';
import { nextStop } from '../domain/clock.ts';

/** From then on it waits for nobody outside, and for nothing that has failed. */
const hurriedAfterMs = 15_000;
/** From then on it goes to its target in one leap. */
const leapAfterMs = 35_000;

/**
 * Repeatable from wherever it was left: each stop is written down before anything runs there. One at a time for a platform, as the
 * lease of its job says.
 */
export async function travel(context: PlatformContext, platformId: string): Promise<void> {
  const { store, wall } = context;
  const begunMs = performance.now();
  const services: Timekeeper[] = timekeepersOf(context.clients).map((client) => ({ client, nextMs: -Infinity }));
  for (;;) {
    const clock = await store.clocks.find(platformId);
    if (!clock) return;
    const { offsetMs, targetMs } = clock;
    const spentMs = performance.now() - begunMs;
    const isLast = offsetMs >= targetMs;
    await runDue(isLast ? services : services.filter(({ nextMs }) => nextMs <= offsetMs + wall.now().getTime()), {
      services,
      request: { platformId, clockOffsetMs: BigInt(offsetMs), hurried: spentMs > hurriedAfterMs },
    });
    reached('clock stop done');
    if (isLast) {
      if (await isOver(context, platformId)) return;
      continue;
    }
    const nextMs = spentMs > leapAfterMs ? targetMs : Math.min(...services.map((one) => one.nextMs)) - wall.now().getTime();
    await store.clocks.move(platformId, nextStop({ offsetMs, targetMs, nextMs }));
    reached('clock moved');
  }
}

interface Timekeeper {
  readonly client: Client<typeof DueWorkService>;
  /** When something falls due there next, in the platform's time; before it was asked, at once. */
  nextMs: number;
}

interface Stop {
  readonly services: readonly Timekeeper[];
  readonly request: { platformId: string; clockOffsetMs: bigint; hurried: boolean };
}

/** Work of one service makes work for another, so once anything has run all are asked again. */
async function runDue(first: readonly Timekeeper[], { services, request }: Stop): Promise<void> {
  for (let pending = first; pending.length > 0; pending = services) {
    const answers = await Promise.all(pending.map((one) => catchUp(one, request)));
    if (!answers.includes(true)) return;
  }
}

async function catchUp(one: Timekeeper, request: Stop['request']): Promise<boolean> {
  const { hasRun, nextAt } = await one.client.catchUp(request);
  one.nextMs = nextAt ? timestampDate(nextAt).getTime() : Infinity;
  return hasRun;
}

/** The name of the job that does it. It is of no platform: moving the clock must not move what moves it. */
export function journeyOf(platformId: string): JobName {
  return { kind: 'advance-clock', key: platformId, caller: { platformId: nobody } };
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** False when more has been asked for meanwhile. Else nothing is left to be done, not even its job. */
function isOver({ store }: PlatformContext, platformId: string): Promise<boolean> {
  return store.write(async ({ clocks, jobs }) => {
    const clock = await clocks.lock(platformId);
    if (!clock) return true;
    await clocks.end(platformId, clock.offsetMs);
    if (clock.targetMs > clock.offsetMs) return false;
    await jobs.remove(journeyOf(platformId));
    return true;
  });
}
