// ReportStatement: the statement of an internal account for a period.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EntryDirection, type StatementEntrySchema } from '../../../gen/payments/accounts/v1/account_statement_pb.ts';
import type { ReportService } from '../../../gen/payments/accounts/v1/report_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { currencyMessage } from '../../kit/core/currencies.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import { pageSize } from '../../kit/messages/page.ts';
import type { AccountsContext, AccountsMethod } from '../context.ts';
import { transactionOf } from '../convert-sandbox-ledger.ts';
import { firstIdAt } from '../domain/journal-ids.ts';
import { decodeStatementCursor, encodeStatementCursor, type StatementPosition } from '../domain/statement-cursor.ts';
import { findInternalAccount } from '../steps/find-wallet.ts';
import { statementEntries } from '../steps/statement-entries.ts';
import type { BookedEntry } from '../store/account-statements.ts';

export const reportStatement: AccountsMethod<typeof ReportService.method.reportStatement> = async (
  { accountId, from: first, to: end, cursor, limit = pageSize },
  context,
) => {
  const { id, platformId, currency } = await findInternalAccount(accountId, context);
  const position =
    cursor === undefined
      ? await startOf({ platformId, accountId: id, ...periodIn({ from: first, to: end }, context) }, context)
      : decodeStatementCursor(cursor, id);

  const { from, to, opening, closing } = position;
  const rows = await statementEntries(context, { platformId, ...position, limit: limit + 1 });
  const booked = withBalances(rows.slice(0, limit), position.balance);

  const last = booked.at(-1);
  const hasMore = rows.length > limit;
  return {
    accountId: publicId('InternalAccount', id),
    currency: currencyMessage(currency),
    from: timestampFromDate(from),
    to: timestampFromDate(to),
    openingBalance: opening,
    closingBalance: closing,
    data: booked.map(toEntry),
    hasMore,
    ...(hasMore && last && { nextCursor: encodeStatementCursor({ ...position, after: last, balance: last.balance }) }),
  };
};

interface Period {
  readonly from: Date;
  readonly to: Date;
}

type RequestedPeriod = Pick<Parameters<typeof reportStatement>[0], 'from' | 'to'>;

function periodIn({ from: first, to: end }: RequestedPeriod, { clock }: AccountsContext): Period {
  const from = first ? timestampDate(first) : new Date(0);
  if (end && timestampDate(end) > clock.now()) throw invalid('to', 'must not be in the future');
  const to = end ? timestampDate(end) : new Date(clock.now().getTime() + 1); // after the last booking
  if (from > to) throw invalid('from', 'must not be after the end of the period');
  return { from, to };
}

/** The position before the first entry. */
async function startOf(
  period: Period & { platformId: string; accountId: string },
  { store }: AccountsContext,
): Promise<StatementPosition> {
  const balances = await store.statements.balances({ ...period, afterId: firstIdAt(period.from) });
  if (!balances) throw new Error(`The internal account ${period.accountId} has no balance.`);
  return { ...period, ...balances, after: { createdAt: period.from, number: 0n }, balance: balances.opening };
}

type EntryWithBalance = BookedEntry & { readonly balance: bigint };

function withBalances(entries: readonly BookedEntry[], before: bigint): EntryWithBalance[] {
  let balance = before;
  return entries.map((entry) => {
    balance += entry.amount;
    return { ...entry, balance };
  });
}

function toEntry({
  id,
  subject,
  step,
  createdAt,
  amount,
  balance,
}: EntryWithBalance): MessageInitShape<typeof StatementEntrySchema> {
  const transactionId = transactionOf({ subject, step });
  return {
    id,
    bookedAt: timestampFromDate(createdAt),
    direction: amount > 0n ? EntryDirection.CREDIT : EntryDirection.DEBIT,
    amount: amount > 0n ? amount : -amount,
    balance,
    ...(transactionId !== undefined && { transactionId }),
    step,
  };
}

function invalid(field: string, message: string) {
  return fail(ErrorCode.INVALID_INPUT, '1 field is invalid', { errors: [{ field, message }] });
}
