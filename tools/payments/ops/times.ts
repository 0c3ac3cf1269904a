// Times in options.
import { type Timestamp, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { UsageMistake } from '../failures.ts';

/** Throws a `UsageMistake`. */
export function timeIn(text: string): Timestamp {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new UsageMistake(`"${text}" must be an RFC 3339 time.`);
  return timestampFromDate(date);
}
