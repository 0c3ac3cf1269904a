// One service's part in moving a platform's clock: its rows come due earlier, what is due runs, and it tells what comes next.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { DueWorkService } from '../../../gen/payments/common/v1/due_work_pb.ts';
import { type Jobs, jobRows } from '../background/jobs.ts';
import type { Relay } from '../background/outbox.ts';
import type { Caller } from '../core/caller.ts';
import type { Context, Method } from '../core/method.ts';
import type { Database } from '../storage/database.ts';
import { dueWorkOf } from './common-services.ts';
import { type Deadlines, type Served, serve } from './service.ts';

export interface CatchUpParts {
  readonly service: string;
  readonly database: Database;
  readonly deadlines: Deadlines<Context> | undefined;
  /** The context of a caller that is this service, acting for a platform. */
  readonly contextFor: (caller: Caller, requestId: string) => Context;
  /** What runs in the background here. */
  readonly running: () => { readonly jobs: Jobs; readonly relay: Relay | undefined } | undefined;
}

/** The service that answers for all that falls due here. */
export function servesDueWork(parts: CatchUpParts): Served<Context> {
  return serve(dueWorkOf(parts.service), { catchUp: catchUpWith(parts) });
}

type CatchUp = Method<typeof DueWorkService.method.catchUp>;

/** Events leave for their webhooks before it answers, so that those come at their moment as well. */
function catchUpWith({ service, database, deadlines, contextFor, running }: CatchUpParts): CatchUp {
  const rows = jobRows(database);
  return async ({ platformId, clockOffsetMs, hurried }, { requestId }) => {
    const offset = Number(clockOffsetMs);
    const caller: Caller = { platformId, environment: 'sandbox', permissions: [], clockOffsetMs: offset, service };
    const context = contextFor(caller, requestId);
    await rows.moveClock(platformId, offset);
    await deadlines?.moveClock(platformId, offset, context);

    const heeded = hurried && deadlines?.isOutside ? undefined : deadlines;
    const { jobs, relay } = running() ?? {};
    const ran = [await jobs?.runFor(platformId), await heeded?.run(context), await relay?.flush(platformId)];
    const next = earliest([await rows.nextOf(platformId, { withoutFailed: hurried }), await heeded?.next(context)]);
    return { hasRun: ran.includes(true), ...(next && { nextAt: timestampFromDate(next) }) };
  };
}

function earliest(times: readonly (Date | undefined)[]): Date | undefined {
  return times.filter((time) => time !== undefined).toSorted((one, other) => one.getTime() - other.getTime())[0];
}
