// Prints results: for people, or as JSON for programs. Notes and the next command go to standard error.
import type { Host } from './host.ts';

export interface Printer {
  /** One result. `lines` is what people read. */
  result(value: unknown, lines: () => readonly string[]): void;
  /** One object as a list of its fields. */
  fields(value: Readonly<Record<string, unknown>>): void;
  /** Rows with a header, and with JSON one document per row. */
  table<Row extends object>(rows: readonly Row[], columns: Columns<Row>): void;
  note(sentence: string): void;
  /** Names the command that usually follows, without `payments`. */
  next(command: string): void;
}

/** The cell of each column, by its title. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>;

export function printerTo({ write, warn }: Pick<Host, 'write' | 'warn'>, isJson: boolean): Printer {
  const printLines = (lines: readonly string[]) => lines.forEach((line) => write(`${line}\n`));
  const result = (value: unknown, lines: () => readonly string[]) =>
    isJson ? write(`${JSON.stringify(value)}\n`) : printLines(lines());
  return {
    result,
    fields: (value) =>
      result(value, () =>
        aligned(
          Object.entries(value)
            .filter(([, field]) => field !== undefined)
            .map(([name, field]) => [name, cellOf(field)]),
        ),
      ),
    table: (rows, columns) => {
      if (isJson) for (const row of rows) write(`${JSON.stringify(row)}\n`);
      else if (rows.length > 0) printLines(tableOf(rows, columns));
    },
    note: (sentence) => warn(`${sentence}\n`),
    next: (command) => warn(`Next: npx payments ${command}\n`),
  };
}

function tableOf<Row>(rows: readonly Row[], columns: Columns<Row>): string[] {
  const cells = rows.map((row) => Object.values(columns).map((cell) => cellOf(cell(row))));
  return aligned([Object.keys(columns).map((title) => title.toUpperCase()), ...cells]);
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Columns of equal width, two spaces apart. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
