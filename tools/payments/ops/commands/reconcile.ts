// `ops reconcile`: compares the settlement file of a rail with the ledger. The differences are CSV, or JSON lines.
import { resolve } from 'node:path';
import { timestampFromMs, timestampMs } from '@bufbuild/protobuf/wkt';
import { PlatformAdministrationService } from '../../../../gen/payments/platform/v1/platform_administration_pb.ts';
import { type RailEntry, RailEntryDirection, RailEntryService } from '../../../../gen/payments/transfers/v1/rail_entry_pb.ts';
import { secondsOf } from '../../duration.ts';
import { CommandFailure, UsageMistake } from '../../failures.ts';
import { type OpsCall, opsCommand, platformUuid } from '../ops-command.ts';
import { compare, type Entry, type Pair } from '../reconciliation.ts';
import { newTotals, type Totals } from '../reconciliation-totals.ts';
import { type Line, limit, rowsOf, writeLines } from '../report-lines.ts';
import { readSettlements, settlementColumns } from '../settlement-file.ts';
import { type SpilledMovements, spilledMovements } from '../spilled-movements.ts';
import { timeIn } from '../times.ts';

export const reconcile = opsCommand({
  name: 'reconcile',
  summary:
    'Compare the settlement file of a rail with what the ledger has booked on WORLD:<rail>, and print the differences as CSV',
  details: [
    `The file is CSV with the columns ${settlementColumns.join(',')}: docs/reports.md explains them, and the differences. Fails if there are any.`,
    'Rows and entries outside of the period are used to find the counterpart of others, and are not reported.',
  ],
  parameters: [
    { name: 'rail', description: 'as in WORLD:* of the ledger: ACH. All rails that the file covers', isRepeated: true },
  ],
  options: {
    file: { value: 'FILE', description: 'the settlement file' },
    from: { value: 'TIME', description: 'settled and booked at or after this RFC 3339 time' },
    to: { value: 'TIME', description: 'settled and booked before this time' },
    margin: {
      value: 'DURATION',
      description: 'how much earlier or later than the period the ledger may have booked; 1d if absent',
    },
    platform: { value: 'PLATFORM', description: 'of this platform only; of all production platforms if absent' },
  },
  examples: ['reconcile ACH --file ach.csv --from 2026-11-01T00:00:00Z --to 2026-11-02T00:00:00Z > differences.csv'],
  run: async (call) => {
    const request = requestOf(call);
    const movements = spilledMovements();
    try {
      for await (const row of readSettlements(request.file)) movements.addRow(row);
      for await (const entry of entriesOf(call, request)) movements.addEntry(entry);
      await report(call, movements, request);
    } finally {
      movements.remove();
    }
  },
});

type ReconcileCall = OpsCall<'file' | 'from' | 'to' | 'margin' | 'platform'>;

/** In milliseconds since 1970. */
interface Period {
  readonly from: number;
  readonly to: number;
}

interface Request extends Period {
  readonly rails: readonly string[];
  readonly file: string;
  readonly marginMs: number;
}

function requestOf({ parameters, required, text, host }: ReconcileCall): Request {
  const [from, to] = [timestampMs(timeIn(required('from'))), timestampMs(timeIn(required('to')))];
  if (from >= to) throw new UsageMistake('--from must be before --to.');
  return {
    rails: [...parameters],
    file: resolve(host.folder, required('file')),
    from,
    to,
    marginMs: secondsOf(text('margin') ?? '1d') * 1_000,
  };
}

/** What the ledgers of the platforms have booked in the period, and shortly before and after. */
async function* entriesOf(call: ReconcileCall, { rails: names, from, to, marginMs }: Request): AsyncGenerator<Entry> {
  const period = { from: timestampFromMs(from - marginMs), to: timestampFromMs(to + marginMs) };
  for await (const platform of platformsOf(call)) {
    const ledger = call.clientFor(RailEntryService, platform);
    const read = (cursor: string | undefined) =>
      ledger.listRailEntries({ rails: [...names], ...period, limit: 1_000, ...(cursor !== undefined && { cursor }) });
    for await (const entry of rowsOf(read)) yield entryOf(entry, platform);
  }
}

async function* platformsOf(call: ReconcileCall): AsyncGenerator<string> {
  const named = call.text('platform');
  if (named !== undefined) return yield platformUuid(named);
  const administration = call.clientFor(PlatformAdministrationService);
  const read = async (cursor: string | undefined) => {
    const { platforms, nextCursor } = await administration.listPlatforms({ limit, ...(cursor !== undefined && { cursor }) });
    return { data: platforms, nextCursor };
  };
  for await (const { id, environment } of rowsOf(read)) if (environment === 'production') yield platformUuid(id);
}

function entryOf(entry: RailEntry, platform: string): Entry {
  const { reference, direction, amount, currency, bookedAt, transactionId: transaction = '', step } = entry;
  return {
    reference,
    direction: direction === RailEntryDirection.IN ? 'IN' : 'OUT',
    amount,
    currency,
    at: bookedAt ? timestampMs(bookedAt) : 0,
    platform,
    transaction,
    step,
  };
}

async function report(call: ReconcileCall, movements: SpilledMovements, period: Period): Promise<void> {
  const totals = newTotals();
  await writeLines(call, columns, linesOf(movements, { period, totals }));
  const { rows, entries, differences } = totals.counts;
  const compared = `${rows} rows of the file and ${entries} entries of the ledger were compared`;
  if (differences > 0) throw new CommandFailure(`${compared}: ${differences} differences.`);
  call.print.note(`${compared}: no differences.`);
}

const own = ['record', 'difference', 'reference', 'line', 'direction', 'amount', 'currency', 'settledAt'];
const columns = own.concat('ledgerDirection', 'ledgerAmount', 'ledgerCurrency', 'bookedAt', 'platform', 'transaction', 'step');

interface Reporting {
  readonly period: Period;
  readonly totals: Totals;
}

async function* linesOf(movements: SpilledMovements, { period, totals }: Reporting): AsyncGenerator<Line> {
  for (const group of movements.groups()) {
    for (const pair of compare(group).filter((found) => isIn(period, found))) {
      totals.add(pair);
      if (pair.difference) yield { record: 'DIFFERENCE', difference: pair.difference, ...rowCells(pair), ...entryCells(pair) };
    }
  }
  yield* totals.lines();
}

/** Whether the row or its entry is in the period. */
function isIn({ from, to }: Period, { row, entry }: Pair): boolean {
  return [row, entry].some((movement) => movement && movement.at >= from && movement.at < to);
}

function rowCells({ row, entry }: Pair): Line {
  if (!row) return { reference: entry?.reference ?? '' };
  const { reference, line, direction, amount, currency, at } = row;
  return { reference, line: `${line}`, direction, amount: `${amount}`, currency, settledAt: new Date(at).toISOString() };
}

function entryCells({ entry }: Pair): Line {
  if (!entry) return {};
  const { direction, amount, currency, at, platform, transaction, step } = entry;
  const booked = { ledgerDirection: direction, ledgerAmount: `${amount}`, ledgerCurrency: currency };
  return { ...booked, bookedAt: new Date(at).toISOString(), platform, transaction, step };
}
