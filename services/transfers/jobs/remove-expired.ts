// Removes quotes that expired long ago and that nobody has executed or paid for: nothing was ever booked for them.
import { daysBefore, keptDaysDefault, untilShort } from '../../kit/retention.ts';
import type { TransfersContext } from '../context.ts';

const atOnce = 500;

export async function removeExpired({ store, wall, keptDays = keptDaysDefault }: TransfersContext): Promise<void> {
  const before = daysBefore(wall, keptDays.expiredQuotes);
  await untilShort(atOnce, () => store.write(({ lapses }) => lapses.removeExpired(before, atOnce)));
}
