// Arithmetic with times in statements.
import { type RawBuilder, sql } from 'kysely';

/**
 * A time plus milliseconds. PostgreSQL counts `timestamptz + interval` as dependent on the time zone of the session, and a distributed
 * database refuses to write the result: days and months depend on it, milliseconds do not.
 */
export function plusMs(time: RawBuilder<unknown>, ms: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`((${time} at time zone 'UTC' + (${ms}) * interval '1 millisecond') at time zone 'UTC')`;
}

export function minusMs(time: RawBuilder<unknown>, ms: RawBuilder<unknown>): RawBuilder<Date> {
  return plusMs(time, sql`-(${ms})`);
}
