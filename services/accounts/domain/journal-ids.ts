// Ids of journals contain the time of the booking, by the clock of the platform. They are indexed, so they bound the journals of a period.
import { uuidv7 } from '../../kit/core/ids.ts';

/** A booking takes its id and its time one after the other. */
const slackMs = 60_000;
const timeMsMax = 2 ** 48 - 1;

/** The last time of messages. */
export const latestTime = new Date('9999-12-31T23:59:59.999Z');

const idAt = (timeMs: number, byte: number) => uuidv7(Math.min(Math.max(timeMs, 0), timeMsMax), new Uint8Array(10).fill(byte));

/** Less than the id of each journal at this time or later. */
export const firstIdAt = (time: Date) => idAt(time.getTime() - slackMs, 0);

/** Greater than the id of each journal before this time. */
export const lastIdBefore = (time: Date) => idAt(time.getTime() + slackMs, 0xff);
