// ReportJournals: the journals of a platform, oldest first.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { ReportService } from '../../../gen/payments/accounts/v1/report_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { AccountsMethod } from '../context.ts';
import { toShownJournal } from '../convert-sandbox-ledger.ts';
import { firstIdAt, latestTime } from '../domain/journal-ids.ts';

export const reportJournals: AccountsMethod<typeof ReportService.method.reportJournals> = async (
  { from: first, to: end, cursor, limit = pageSize },
  { caller: { platformId }, store },
) => {
  const from = first ? timestampDate(first) : new Date(0);
  const to = end ? timestampDate(end) : latestTime;
  const afterId = cursor === undefined ? firstIdAt(from) : decodeCursor(cursor).id;

  const rows = await store.reports.journals({
    platformId,
    from,
    to,
    afterId,
    beforeId: firstIdAt(to),
    limit: limit + 1,
  });

  const { data, ...page } = pageOf(rows, limit);
  return { data: data.map(toShownJournal), ...page };
};
