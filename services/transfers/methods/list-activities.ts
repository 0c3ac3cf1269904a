// What a sandbox does for a transaction between its requests.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  ActivityOutcome,
  type ActivitySchema,
  type ActivityService,
  ActivityType,
} from '../../../gen/payments/transfers/v1/activity_pb.ts';
import type { TransfersMethod } from '../context.ts';
import type { Activity } from '../domain/record/activity.ts';
import { findTransaction } from '../steps/shared/find-transaction.ts';

export const listActivities: TransfersMethod<typeof ActivityService.method.listActivities> = async (
  { transactionId },
  context,
) => {
  const { store, caller } = context;
  const { id } = await findTransaction(context, transactionId);
  const waiting = await store.activities.waiting(caller.platformId, id); // first, so that a job that runs now is not missed
  const ended = await store.activities.list(caller.platformId, id);
  return { data: [...ended, ...waiting].map(toActivity) };
};

function toActivity({ type, name, outcome, result, time, durationMs, requestId, traceId }: Activity) {
  return {
    type: ActivityType[type],
    name,
    outcome: ActivityOutcome[outcome],
    ...(result !== undefined && { result }),
    time: timestampFromDate(time),
    ...(durationMs !== undefined && { durationMs }),
    requestId,
    ...(traceId !== undefined && { traceId }),
  } satisfies MessageInitShape<typeof ActivitySchema>;
}
