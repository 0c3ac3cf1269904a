// Text tables: text left-aligned, figures right-aligned.

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function textOf({ title, columns, rows }: Table): string {
  const widths = columns.map((column, at) => Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('   ');
  return [title, '', line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''].join('\n');
}

/** `4.1x` */
export function ratio(figure: number, reference: number): string {
  return `${(figure / reference).toFixed(2)}x`;
}

/** With thin spaces between groups of three digits. */
export function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-US').replaceAll(',', ' ');
}

export function oneDecimal(figure: number): string {
  return figure.toFixed(1);
}

export function twoDecimals(figure: number): string {
  return figure.toFixed(2);
}
