// The times of requests: to the millisecond in the years 1 to 9999, as defined by the type.
import { type Timestamp, timestampMs } from '@bufbuild/protobuf/wkt';

const firstMs = -62_135_596_800_000;
const lastMs = 253_402_300_799_999;

/** Binary messages can carry others, and fractions can round up to the year 10000. */
export function isTime(time: Timestamp): boolean {
  const ms = timestampMs(time);
  return ms >= firstMs && ms <= lastMs && time.nanos >= 0 && time.nanos < 1_000_000_000;
}
