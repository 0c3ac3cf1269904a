// How long something takes when the machine does nothing else, so that promises about time can be judged on a busy one.
import { readFileSync } from 'node:fs';

export interface Timed<T> {
  readonly result: T;
  /** By the clock on the wall. For people to read. */
  readonly wallMs: number;
  /** Without the time for which the processes were ready to run and got no processor. For verdicts: it may be too short, never too long. */
  readonly ownMs: number;
}

/** Does the work and measures it. `pids`: the processes, beside this one, that take part in it. */
export async function timed<T>(pids: readonly number[], work: () => Promise<T>): Promise<Timed<T>> {
  const all = [process.pid, ...pids];
  const before = waitedMs(all);
  const startMs = performance.now();
  const result = await work();
  const wallMs = performance.now() - startMs;
  return { result, wallMs, ownMs: Math.max(0, wallMs - (waitedMs(all) - before)) };
}

function waitedMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + waitedMsOf(pid), 0);
}

/** Linux counts, for the main thread of a process, the nanoseconds of running and of waiting for a processor. Elsewhere, and of a dead process: 0. */
function waitedMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
