// Ids of journals contain the time of their booking, by the clock of the platform. They are indexed, so they bound the journals of a period.
import { uuidv7 } from '../../kit/core/ids.ts';

const timeMsMax = 2 ** 48 - 1;

/** The last time of messages. */
export const latestTime = new Date('9999-12-31T23:59:59.999Z');

/** The time in an id, which is that of its journal. */
export const timeIn = (id: string) => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** Less than the id of each journal at this time or later, and greater than that of each earlier one. */
export const firstIdAt = (time: Date) => uuidv7(Math.min(Math.max(time.getTime(), 0), timeMsMax), new Uint8Array(10));
