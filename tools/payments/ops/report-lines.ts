// Reports as CSV or JSON lines. One page is in memory at a time.
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { csvLine } from './csv.ts';
import type { OpsCall } from './ops-command.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly nextCursor?: string | undefined;
}

/** The rows of all pages. */
export async function* rowsOf<Row>(read: (cursor: string | undefined) => Promise<Page<Row>>): AsyncGenerator<Row> {
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const { data, nextCursor } = await read(cursor);
    yield* data;
    cursor = nextCursor;
  }
}

export type Line = Readonly<Record<string, string>>;

/** With `--json` a document per line, otherwise CSV. */
export async function writeLines(
  { host, has }: Pick<OpsCall, 'host' | 'has'>,
  columns: readonly string[],
  lines: AsyncIterable<Line>,
): Promise<void> {
  if (!has('json')) host.write(csvLine(columns));
  for await (const line of lines)
    host.write(has('json') ? `${JSON.stringify(line)}\n` : csvLine(columns.map((column) => line[column] ?? '')));
}

export const isoOf = (time: Timestamp | undefined): string => (time ? timestampDate(time).toISOString() : '');

/** The size of the pages that reports are read in: the largest. */
export const limit = 100;
