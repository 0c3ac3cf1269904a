// The part of one service in advancing a platform's clock: due times move earlier, due work runs, and the next due time is returned.
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

/** Events are forwarded before it returns, so that their webhooks are sent at the same time. */
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
