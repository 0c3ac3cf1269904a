// Removes what was asked of clocks so long ago that nobody repeats the call any more.
import type { PlatformContext } from '../context.ts';
import { dayMs } from '../domain/clock.ts';

export async function forgetAdvances({ store, wall }: PlatformContext): Promise<void> {
  await store.clocks.removeOver(new Date(wall.now().getTime() - 2 * dayMs));
}
