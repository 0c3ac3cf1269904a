// `ops report statements`: the statement of an account as CSV, JSON lines or camt.053.
import {
  type AccountStatement,
  EntryDirection,
  type StatementEntry,
} from '../../../../gen/payments/accounts/v1/account_statement_pb.ts';
import { ReportService } from '../../../../gen/payments/accounts/v1/report_pb.ts';
import { UsageMistake } from '../../failures.ts';
import { camtCurrency, camtEnd, camtEntry, camtStart, type StatementHead } from '../camt053.ts';
import { type OpsCall, opsCommand } from '../ops-command.ts';
import { isoOf, type Line, limit, rowsOf, writeLines } from '../report-lines.ts';
import { timeIn } from '../times.ts';

export const reportStatements = opsCommand({
  name: 'report statements',
  summary: 'Print the statement of an internal account for a period as CSV or camt.053',
  details: [
    'The first and the last line of CSV are the opening and the closing balance.',
    'Bookings of the last seconds may be missing: end the period in the past.',
  ],
  isForPlatform: true,
  options: {
    account: { value: 'ACCOUNT', description: 'id of the internal account' },
    from: { value: 'TIME', description: 'RFC 3339 time of the beginning' },
    to: { value: 'TIME', description: 'RFC 3339 time before which the period ends; now if absent' },
    camt053: { description: 'print camt.053.001.08 (ISO 20022) instead of CSV' },
  },
  examples: [
    'report statements --platform 019… --account InternalAccount:019… --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z > november.csv',
    'report statements --platform 019… --account InternalAccount:019… --from 2026-11-01T00:00:00Z --camt053 > november.xml',
  ],
  run: (call) => print(call),
});

type StatementCall = OpsCall<'account' | 'from' | 'to' | 'camt053'>;

async function print(call: StatementCall): Promise<void> {
  const flags: Pick<OpsCall, 'has'> = call;
  if (flags.has('camt053') && flags.has('json')) throw new UsageMistake('Pass --camt053 or --json, not both.');
  const { head, entries } = await readStatement(call);
  return call.has('camt053') ? writeCamt(call, head, entries) : writeLines(call, columns, linesOf(head, entries));
}

const columns = ['record', 'bookedAt', 'account', 'journal', 'transaction', 'step', 'direction', 'amount', 'currency', 'balance'];

interface ReadStatement {
  readonly head: StatementHead;
  readonly entries: AsyncIterable<StatementEntry>;
}

/** The first page, and the entries of all pages, which are read when they are needed. */
async function readStatement(call: StatementCall): Promise<ReadStatement> {
  const reports = call.client(ReportService);
  const to = call.text('to');
  const request = {
    accountId: call.required('account'),
    from: timeIn(call.required('from')),
    ...(to !== undefined && { to: timeIn(to) }),
    limit,
  };
  const head: AccountStatement = await reports.reportStatement(request);
  const read = async (cursor: string | undefined) =>
    cursor === undefined ? head : reports.reportStatement({ ...request, cursor });
  return { head, entries: rowsOf(read) };
}

async function writeCamt(
  { host }: Pick<OpsCall, 'host'>,
  head: StatementHead,
  entries: AsyncIterable<StatementEntry>,
): Promise<void> {
  const currency = camtCurrency(head);
  host.write(camtStart(head, new Date()));
  for await (const entry of entries) host.write(camtEntry(entry, currency));
  host.write(camtEnd);
}

async function* linesOf(head: StatementHead, entries: AsyncIterable<StatementEntry>): AsyncGenerator<Line> {
  const { accountId: account, openingBalance, closingBalance } = head;
  const currency = head.currency?.code ?? '';
  yield { record: 'OPENING', bookedAt: isoOf(head.from), account, currency, balance: `${openingBalance}` };
  for await (const { bookedAt, id: journal, transactionId: transaction = '', step, direction, amount, balance } of entries)
    yield {
      record: 'ENTRY',
      bookedAt: isoOf(bookedAt),
      account,
      journal,
      transaction,
      step,
      direction: direction === EntryDirection.CREDIT ? 'CREDIT' : 'DEBIT',
      amount: `${amount}`,
      currency,
      balance: `${balance}`,
    };
  yield { record: 'CLOSING', bookedAt: isoOf(head.to), account, currency, balance: `${closingBalance}` };
}
