// ListRailEntries: the money that went through rails, by what the rail knows it by.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { WorldPosting } from '../../../gen/payments/accounts/v1/world_posting_pb.ts';
import {
  RailEntryDirection,
  type RailEntrySchema,
  type RailEntryService,
} from '../../../gen/payments/transfers/v1/rail_entry_pb.ts';
import type { TransfersMethod } from '../context.ts';
import type { Step } from '../domain/shared/legs.ts';

export const listRailEntries: TransfersMethod<typeof RailEntryService.method.listRailEntries> = async (
  { rails, from, to, cursor, limit = 100 },
  { caller: { platformId }, clients, store },
) => {
  const period = { ...(from && { from }), ...(to && { to }) };
  const page = await clients.worldPostings.listWorldPostings({
    rails,
    ...period,
    limit,
    ...(cursor !== undefined && { cursor }),
  });
  const { data, hasMore, nextCursor } = page;
  const reported = data.filter(({ step }) => !requestedSteps.has(step)).map(({ subject }) => subject);
  const keys = reported.length > 0 ? await store.deposits.keysOf(platformId, reported) : new Map<string, string>();

  return {
    data: data.map((posting) => toEntry(posting, keys)),
    hasMore,
    ...(nextCursor !== undefined && { nextCursor }),
  };
};

/** Of payouts and returns, which the platform requests under the uuid of the transaction, even if the rail has reported a deposit to it. */
const requestedSteps: ReadonlySet<string> = new Set<Step>(['SETTLE', 'REVERSE', 'REFUND_DONE']);

function toEntry(
  { subject, step, currency, amount, bookedAt, transactionId }: WorldPosting,
  keys: ReadonlyMap<string, string>,
): MessageInitShape<typeof RailEntrySchema> {
  const key = requestedSteps.has(step) ? undefined : keys.get(subject);
  return {
    reference: key ?? subject,
    direction: amount > 0n ? RailEntryDirection.OUT : RailEntryDirection.IN,
    currency,
    amount: amount > 0n ? amount : -amount,
    ...(bookedAt && { bookedAt }),
    ...(transactionId !== undefined && { transactionId }),
    step,
  };
}
