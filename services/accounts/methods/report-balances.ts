// ReportBalances: the balances of all accounts of a platform at a moment.
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ReportService } from '../../../gen/payments/accounts/v1/report_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import { badCursor, decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { AccountsMethod } from '../context.ts';
import { houseName } from '../convert-sandbox-ledger.ts';
import { firstIdAt, latestTime } from '../domain/journal-ids.ts';

export const reportBalances: AccountsMethod<typeof ReportService.method.reportBalances> = async (
  { at: moment, cursor, limit = pageSize },
  { caller: { platformId }, clock, store },
) => {
  const after = cursor === undefined ? undefined : decodeCursor(cursor); // contains the moment of the first page
  if (after && after.createdAt > latestTime) throw badCursor(); // forged: no response can contain such a time
  if (moment && timestampDate(moment) > clock.now()) throw inFuture();
  const at = after?.createdAt ?? (moment ? timestampDate(moment) : new Date(clock.now().getTime() + 1)); // after the last booking

  const journalId = firstIdAt(at);
  const rows = await store.reports.balances({ platformId, at, journalId, afterId: after?.id ?? firstId, limit: limit + 1 });

  const { data, ...page } = pageOf(
    rows.map((row) => ({ ...row, createdAt: at })),
    limit,
  );
  return {
    data: data.map(({ id, kind, subaccount, currency, available, held, pendingIn }) => ({
      account: kind === 'INTERNAL' ? publicId('InternalAccount', id) : houseName({ kind, subaccount }),
      currency,
      available,
      held,
      pendingIn,
    })),
    ...page,
    at: timestampFromDate(at),
  };
};

const firstId = '00000000-0000-0000-0000-000000000000';

function inFuture() {
  const error = { field: 'at', message: 'must not be in the future' };
  return fail(ErrorCode.INVALID_INPUT, '1 field is invalid', { errors: [error] });
}
