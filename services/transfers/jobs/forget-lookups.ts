// Forgets look-ups that no quote can refer to any more.
import type { TransfersContext } from '../context.ts';

const keptMs = 3_600_000;

export async function forgetLookups({ store, wall }: TransfersContext): Promise<void> {
  await store.lookups.removeBefore(new Date(wall.now().getTime() - keptMs));
}
