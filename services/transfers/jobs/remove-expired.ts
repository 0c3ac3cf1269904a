// Removes old expired quotes without execution or funds. Nothing was ever booked for them.
import { uuidv7 } from '../../kit/core/ids.ts';
import { daysBefore, keptDaysDefault, untilShort } from '../../kit/storage/retention.ts';
import type { TransfersContext } from '../context.ts';
import type { TransfersRows } from '../store/store.ts';

const atOnce = 500;

/** Ids contain the creation time, so that no index is required, and each transaction is checked once. */
export async function removeExpired({ store, wall, keptDays = keptDaysDefault }: TransfersContext): Promise<void> {
  const before = uuidv7(daysBefore(wall, keptDays.expiredQuotes).getTime(), Buffer.alloc(10));
  const remove = ({ lapses }: Pick<TransfersRows, 'lapses'>) => lapses.removeExpired(before, atOnce);
  await untilShort(atOnce, () => (store.isDistributed ? remove(store) : store.write(remove))); // distributed, it has several transactions
}
