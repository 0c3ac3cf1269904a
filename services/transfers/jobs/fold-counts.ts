// Adds pending changes of counts to the counters of transactions, platform by platform.
import { untilShort } from '../../kit/storage/retention.ts';
import type { TransfersContext } from '../context.ts';

const changesAtOnce = 5_000;
const platformsAtOnce = 100;

/** Several processes can run this at the same time. */
export async function foldCounts({ store }: TransfersContext): Promise<void> {
  for (let platforms = [firstId]; platforms.length > 0; ) {
    platforms = await store.countChanges.platformsToFold(platforms.at(-1) ?? firstId, platformsAtOnce);
    for (const platformId of platforms)
      await untilShort(changesAtOnce, () => store.write(({ countChanges }) => countChanges.fold(platformId, changesAtOnce)));
  }
}

const firstId = '00000000-0000-0000-0000-000000000000';
