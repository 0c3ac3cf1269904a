// Forgets rates that are long over: each quote keeps its own.
import type { TransfersContext } from '../context.ts';

const keptMs = 7 * 86_400_000;

export async function forgetRates({ store, wall }: TransfersContext): Promise<void> {
  await store.rateSnapshots.removeBefore(new Date(wall.now().getTime() - keptMs));
}
