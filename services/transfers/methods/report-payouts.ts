// ReportPayouts: totals of payouts, a day per page.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type PayoutReportService, PayoutTotalOutcome } from '../../../gen/payments/transfers/v1/payout_report_pb.ts';
import { decodeCursor, encodeCursor } from '../../kit/messages/page.ts';
import type { TransfersMethod } from '../context.ts';

export const reportPayouts: TransfersMethod<typeof PayoutReportService.method.reportPayouts> = async (
  { from: start, to: end, cursor },
  { caller: { platformId }, clock, store },
) => {
  const now = clock.now().getTime();
  const to = new Date(Math.min(end ? timestampDate(end).getTime() : now + 1, now + 1)); // includes what was created just now
  const from = cursor === undefined ? (start ? timestampDate(start) : new Date(0)) : decodeCursor(cursor).createdAt;
  const first = from < to ? await store.payoutTotals.first({ platformId, from, to }) : undefined;
  if (!first) return { data: [], hasMore: false };

  const dayStart = first.getTime() - (first.getTime() % dayMs);
  const next = new Date(dayStart + dayMs);
  const sums = await store.payoutTotals.sums({ platformId, from: first, to: next < to ? next : to });
  const later = next < to ? await store.payoutTotals.first({ platformId, from: next, to }) : undefined;

  const day = new Date(dayStart).toISOString().slice(0, 10);
  return {
    data: sums.map(({ outcome, ...sum }) => ({ day, ...sum, outcome: PayoutTotalOutcome[outcome] })),
    hasMore: later !== undefined,
    ...(later && { nextCursor: encodeCursor({ createdAt: later, id: anyId }) }),
  };
};

const dayMs = 86_400_000;

/** A cursor is a time here: the first of the next day with payouts. */
const anyId = '00000000-0000-0000-0000-000000000000';
