// The CPU of a measured process for one of several equal pieces of work.
import type { Child } from './child.ts';

/** Microseconds. `work` does `count` pieces. */
export async function cpuPer(count: number, measured: Pick<Child, 'cpuMicros'>, work: () => Promise<unknown>): Promise<number> {
  const before = await measured.cpuMicros();
  await work();
  return ((await measured.cpuMicros()) - before) / count;
}
