// The part of one service in advancing a platform's clock: due times move earlier, due work runs, and the next due time is returned.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { DueWorkService } from '../../../gen/payments/common/v1/due_work_pb.ts';
import { type Jobs, jobRows } from '../background/jobs.ts';
import type { Relay } from '../background/outbox.ts';
import { workLeft } from '../background/work-left.ts';
import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Context, Method } from '../core/method.ts';
import type { Database } from '../storage/database.ts';
import { dueWorkOf } from './common-services.ts';
import { type Deadlines, type Served, serve } from './service.ts';

export interface CatchUpParts {
  readonly service: string;
  readonly database: Database;
  readonly wall: Clock;
  readonly deadlines: Deadlines<Context> | undefined;
  /** The context for this service acting for a platform. */
  readonly contextFor: (caller: Caller, requestId: string) => Context;
  /** The background work of this service. */
  readonly running: () => { readonly jobs: Jobs; readonly relay: Relay | undefined } | undefined;
}

/** The RPC service for all due work of this service. */
export function servesDueWork(parts: CatchUpParts): Served<Context> {
  return serve(dueWorkOf(parts.service), { catchUp: catchUpWith(parts) });
}

type CatchUp = Method<typeof DueWorkService.method.catchUp>;

/**
 * Events are forwarded before it returns, so that their webhooks are sent at the same time. Most services have nothing to do, which one
 * statement shows.
 */
function catchUpWith({ service, database, wall, deadlines, contextFor, running }: CatchUpParts): CatchUp {
  const rows = jobRows(database);
  return async ({ platformId, clockOffsetMs, hurried }, { requestId }) => {
    const offset = Number(clockOffsetMs);
    const caller: Caller = { platformId, environment: 'sandbox', permissions: [], clockOffsetMs: offset, service };
    const context = contextFor(caller, requestId);
    await rows.moveClock(platformId, offset);
    await deadlines?.moveClock(platformId, offset, context);

    const heeded = hurried && deadlines?.isOutside ? undefined : deadlines;
    const { jobs, relay } = running() ?? {};
    const left = () => workLeft(database, { platformId, now: wall.now(), withoutFailed: hurried });
    const found = await left();
    const ran = [found.isAnyDue && (await jobs?.runFor(platformId)), await heeded?.run(context)];
    const isQuiet = !found.isAnyDue && !found.hasEvents && !ran.includes(true);
    if (!isQuiet) ran.push(await relay?.flush(platformId));
    const { nextAt } = isQuiet ? found : await left();
    const next = earliest([nextAt, await heeded?.next(context)]);
    return { hasRun: ran.includes(true), ...(next && { nextAt: timestampFromDate(next) }) };
  };
}

function earliest(times: readonly (Date | undefined)[]): Date | undefined {
  return times.filter((time) => time !== undefined).toSorted((one, other) => one.getTime() - other.getTime())[0];
}
