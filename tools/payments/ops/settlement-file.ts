// The settlement file of a rail: CSV (RFC 4180) with a header. Read row by row.
import { createReadStream } from 'node:fs';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { CsvError, parse } from 'csv-parse';
import { parseTime } from '../../../services/kit/messages/json/well-known.ts';
import { CommandFailure } from '../failures.ts';
import type { Row } from './reconciliation.ts';

/** The columns, in any order. */
export const settlementColumns = ['reference', 'direction', 'amount', 'currency', 'settled_at'] as const;

type Column = (typeof settlementColumns)[number];

/** Throws a `CommandFailure` with the line of the first mistake. */
export async function* readSettlements(path: string): AsyncGenerator<Row> {
  const parser = parse({ bom: true, info: true, max_record_size: 4_096, skip_empty_lines: true });
  const file = createReadStream(path).on('error', (error) => parser.destroy(error));
  let columns: readonly Column[] | undefined;
  try {
    for await (const { record, info } of file.pipe(parser)) {
      const cells = record as readonly string[];
      const { lines: line } = info as { readonly lines: number };
      if (columns) yield rowOf(new Map(columns.map((column, index) => [column, cells[index] ?? ''])), line);
      else columns = columnsOf(cells);
    }
  } catch (error) {
    throw error instanceof CommandFailure ? error : unreadable(path, error);
  } finally {
    file.destroy();
  }
  if (!columns) throw new CommandFailure(`${path} is empty. ${expectation}`);
}

const expectation = `Its first line must name the columns ${settlementColumns.join(',')}.`;

function columnsOf(cells: readonly string[]): readonly Column[] {
  const columns = cells.filter((cell): cell is Column => (settlementColumns as readonly string[]).includes(cell));
  const isComplete = new Set(columns).size === settlementColumns.length && cells.length === settlementColumns.length;
  if (!isComplete) throw mistake(1, `the columns are ${cells.join(',')}, but must be ${settlementColumns.join(',')}`);
  return columns;
}

function rowOf(cells: ReadonlyMap<Column, string>, line: number): Row {
  const of = (column: Column) => cells.get(column) ?? '';
  const [reference, direction, amount, currency] = [of('reference'), of('direction'), of('amount'), of('currency')];
  if (reference === '') throw mistake(line, 'reference must not be empty');
  if (direction !== 'IN' && direction !== 'OUT') throw mistake(line, `direction is "${direction}", but must be IN or OUT`);
  if (!/^0*[1-9]\d{0,17}$/.test(amount)) {
    throw mistake(line, `amount is "${amount}", but must be a whole number above zero, in the smallest unit of the currency`);
  }
  if (!/^[A-Z0-9]{2,10}$/.test(currency)) throw mistake(line, `currency is "${currency}", but must be a code such as USD`);
  const time = parseTime(of('settled_at'));
  if (!time) throw mistake(line, `settled_at is "${of('settled_at')}", but must be an RFC 3339 time`);
  return { line, reference, direction, amount: BigInt(amount), currency, at: timestampMs(time) };
}

function unreadable(path: string, cause: unknown): Error {
  if (cause instanceof CsvError) {
    const line = typeof cause.lines === 'number' ? cause.lines : 1;
    return mistake(
      line,
      'the row has another number of cells than the header, is too long, or has a quote in the wrong place',
      cause,
    );
  }
  const isMissing = cause instanceof Error && 'code' in cause;
  return isMissing ? new CommandFailure(`${path} cannot be read (${String(cause.code)}).`, { cause }) : (cause as Error);
}

function mistake(line: number, text: string, cause?: Error): CommandFailure {
  return new CommandFailure(`Line ${line}: ${text}.`, { cause });
}
