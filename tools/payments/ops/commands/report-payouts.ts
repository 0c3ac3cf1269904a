// `ops report payouts`: totals of payouts as CSV, or as JSON lines.
import { PayoutReportService, PayoutTotalOutcomeSchema } from '../../../../gen/payments/transfers/v1/payout_report_pb.ts';
import { enumNames } from '../../../../services/kit/messages/json/enums.ts';
import { opsCommand } from '../ops-command.ts';
import { rowsOf, writeLines } from '../report-lines.ts';
import { timeIn } from '../times.ts';

const outcomeOf = (outcome: number) => enumNames(PayoutTotalOutcomeSchema).byNumber.get(outcome) ?? '';

export const reportPayouts = opsCommand({
  name: 'report payouts',
  summary: 'Print the number and sums of the payouts of a platform as CSV, by day, rail, currency and outcome',
  details: ['The day is the UTC day when the transaction was created. Outcomes are the present ones.'],
  isForPlatform: true,
  options: {
    from: { value: 'TIME', description: 'created at or after this RFC 3339 time' },
    to: { value: 'TIME', description: 'created before this RFC 3339 time' },
  },
  examples: ['report payouts --platform 019… --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z > payouts.csv'],
  run: async (call) => {
    const reports = call.client(PayoutReportService);
    const [from, to] = [call.text('from'), call.text('to')];
    const period = { ...(from !== undefined && { from: timeIn(from) }), ...(to !== undefined && { to: timeIn(to) }) };
    const totals = rowsOf((cursor) => reports.reportPayouts({ ...period, ...(cursor !== undefined && { cursor }) }));
    await writeLines(
      call,
      ['day', 'rail', 'currency', 'outcome', 'count', 'amount'],
      (async function* () {
        for await (const { day, rail, currency, outcome, count, amount } of totals)
          yield { day, rail, currency, outcome: outcomeOf(outcome), count: `${count}`, amount: `${amount}` };
      })(),
    );
  },
});
