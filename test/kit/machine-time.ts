// How long something takes on an idle machine, so that time limits can be judged on a busy one.
import { readFileSync } from 'node:fs';

export interface Timed<T> {
  readonly result: T;
  /** In real time. For people. */
  readonly wallMs: number;
  /** Without the time in which the processes were runnable but not running. For verdicts: it can be too short, never too long. */
  readonly ownMs: number;
}

/** Runs and measures the work. `pids`: other processes that take part in it. */
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

/** Linux counts the nanoseconds that the main thread of a process ran and waited for a processor. 0 on other systems and for a dead process. */
function waitedMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
