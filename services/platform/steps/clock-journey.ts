// Advances a platform's clock to its target, from one due time of work in any service to the next.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { DueWorkService } from '../../../gen/payments/common/v1/due_work_pb.ts';
import type { JobName } from '../../kit/background/jobs.ts';
import { turnsOf } from '../../kit/calls/turns.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { type PlatformContext, timekeepersOf } from '../context.ts';
import { nextStop } from '../domain/clock.ts';

/** After this time it no longer waits for external parties or failed work. */
const hurriedAfterMs = 15_000;
/** After this time it jumps to its target. */
const leapAfterMs = 35_000;

/**
 * Repeatable from any stop: each stop is stored before work runs there. The lease of its job ensures one advance at a time per platform.
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
  /** When the next work is due there, in the platform's time. Before the first query: now. */
  nextMs: number;
}

interface Stop {
  readonly services: readonly Timekeeper[];
  readonly request: { platformId: string; clockOffsetMs: bigint; hurried: boolean };
}

/** Work of one service creates work for others, so after any work all are queried again. */
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

/** The name of the job. It has no platform, because advancing the clock must not affect this job. */
export function journeyOf(platformId: string): JobName {
  return { kind: 'advance-clock', key: platformId, caller: { platformId: nobody } };
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** False if a further advance was requested in the meantime. Otherwise everything is done, including the job. */
async function isOver({ store }: PlatformContext, platformId: string): Promise<boolean> {
  await store.write(async ({ clocks }) => {
    const clock = await clocks.lock(platformId);
    if (clock) await clocks.end(platformId, clock.offsetMs);
  });
  reached('clock advance over');
  const remove = () =>
    store.write(async ({ clocks, jobsOfNobody }) => {
      const clock = await clocks.lock(platformId);
      if (clock && clock.targetMs > clock.offsetMs) return false;
      await jobsOfNobody.remove(journeyOf(platformId));
      return true;
    });
  return inJourneyTurn(remove);
}

/**
 * Runs the transactions of a process that add or remove such jobs one after the other. On a distributed database each needs a second connection, so
 * many at once would occupy all connections and wait for one.
 */
export const inJourneyTurn = turnsOf(1)('jobs of clocks');
