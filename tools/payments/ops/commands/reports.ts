// `ops report`: reports of a platform as CSV, or as JSON lines. One page is in memory at a time.
import { ReportService } from '../../../../gen/payments/accounts/v1/report_pb.ts';
import { opsCommand } from '../ops-command.ts';
import { isoOf, limit, rowsOf, writeLines } from '../report-lines.ts';
import { timeIn } from '../times.ts';

export const reportJournals = opsCommand({
  name: 'report journals',
  summary: 'Print the journals of a platform as CSV, by time: a line per leg',
  details: ['Journals of the last seconds may be incomplete: end the period in the past.'],
  isForPlatform: true,
  options: {
    from: { value: 'TIME', description: 'booked at or after this RFC 3339 time' },
    to: { value: 'TIME', description: 'booked before this RFC 3339 time' },
  },
  examples: ['report journals --platform 019… --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z > november.csv'],
  run: async (call) => {
    const reports = call.client(ReportService);
    const [from, to] = [call.text('from'), call.text('to')];
    const period = { ...(from !== undefined && { from: timeIn(from) }), ...(to !== undefined && { to: timeIn(to) }), limit };
    const journals = rowsOf((cursor) => reports.reportJournals({ ...period, ...(cursor !== undefined && { cursor }) }));
    const columns = ['bookedAt', 'journal', 'transaction', 'step', 'account', 'part', 'currency', 'amount'];
    await writeLines(
      call,
      columns,
      (async function* () {
        for await (const { id: journal, transactionId: transaction = '', step, bookedAt, legs } of journals)
          for (const { account, part = '', currency, amount } of legs)
            yield { bookedAt: isoOf(bookedAt), journal, transaction, step, account, part, currency, amount: `${amount}` };
      })(),
    );
  },
});

export const reportBalances = opsCommand({
  name: 'report balances',
  summary: 'Print the balances of all accounts of a platform at a moment as CSV',
  isForPlatform: true,
  options: { at: { value: 'TIME', description: 'RFC 3339 time; now if absent' } },
  examples: ['report balances --platform 019… --at 2026-12-01T00:00:00Z > balances.csv'],
  run: async (call) => {
    const reports = call.client(ReportService);
    const moment = call.text('at');
    const first = moment === undefined ? { limit } : { at: timeIn(moment), limit };
    const read = async (cursor: string | undefined) => {
      const { data, nextCursor, at } = await reports.reportBalances(cursor === undefined ? first : { cursor, limit });
      return { data: data.map((balance) => ({ ...balance, at })), nextCursor };
    };
    const columns = ['at', 'account', 'currency', 'available', 'held', 'pendingIn'];
    await writeLines(
      call,
      columns,
      (async function* () {
        for await (const { at, account, currency, available, held, pendingIn } of rowsOf(read))
          yield {
            at: isoOf(at),
            account,
            currency,
            available: `${available}`,
            held: `${held}`,
            pendingIn: `${pendingIn}`,
          };
      })(),
    );
  },
});
