// Reads records of a CSV file (RFC 4180) one by one, without the whole file in memory.
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { UnreadableFile } from '../domain/customer-import.ts';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** Start of the next record, in bytes from the start of the file. */
  readonly position: number;
}

/** Characters in a record. */
const recordMax = 64 * 1024;

/** Reads from the start of a record on. Skips empty lines. Throws `UnreadableFile`. */
export async function* csvRecords(bytes: AsyncIterable<Uint8Array>, position: number): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: position === 0,
    info: true,
    max_record_size: recordMax,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const source = Readable.from(wellFormed(bytes), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of source.pipe(parser)) {
      yield { cells: record as string[], position: position + (info as { bytes: number }).bytes };
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  } finally {
    source.destroy();
  }
}

/** Passes valid UTF-8 through. */
async function* wellFormed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
    refuseForeign(() => decoder.decode(chunk, { stream: true }));
    yield chunk;
  }
  refuseForeign(() => decoder.decode());
}

function refuseForeign(decode: () => string): void {
  try {
    decode();
  } catch (cause) {
    throw Object.assign(new UnreadableFile('The file must be encoded in UTF-8.', { reason: 'not_utf_8' }), { cause });
  }
}

/** Messages of the parser may repeat the content of the file. */
function unreadable(cause: CsvError): UnreadableFile {
  const isLong = cause.code === 'CSV_MAX_RECORD_SIZE';
  const reason = isLong ? 'record_too_long' : 'invalid_quotes';
  const message = isLong
    ? `A row has more than ${recordMax} characters.`
    : 'A quoted cell is malformed. Quote cells as described in RFC 4180.';
  const details = { reason, ...(typeof cause.lines === 'number' && { line: cause.lines }) };
  return Object.assign(new UnreadableFile(message, details), { cause });
}
