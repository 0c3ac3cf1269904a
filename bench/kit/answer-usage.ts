// Loaded before the script of a measured process: reports its CPU and memory, so that the script itself is unchanged.
import { PerformanceObserver } from 'node:perf_hooks';

type Usage = 'cpu' | 'rss' | 'block' | 'collection';

const answers: Readonly<Record<Usage, () => number>> = {
  cpu: () => microsOf(process.cpuUsage()),
  rss: () => process.memoryUsage.rss(),
  block: takeLongestBlock,
  collection: takeLongestCollection,
};

process.on('message', ({ usage }: { usage?: Usage }) => {
  if (usage) process.send?.({ answer: answers[usage]() });
});
process.channel?.unref();
process.on('disconnect', () => process.exit());

const microsOf = ({ user, system }: NodeJS.CpuUsage) => user + system;
let ticks: NodeJS.Timeout | undefined;
let longest = 0;

/**
 * The longest block of the event loop since the previous call, in microseconds of thread CPU. Unlike a delay, it does not depend on other
 * processes. The first call starts the measurement.
 */
function takeLongestBlock(): number {
  let last = process.threadCpuUsage();
  ticks ??= setInterval(() => {
    longest = Math.max(longest, microsOf(process.threadCpuUsage(last)));
    last = process.threadCpuUsage();
  }, 1).unref();
  const found = longest;
  longest = 0;
  return found;
}

let collections: PerformanceObserver | undefined;
let longestCollectionMs = 0;

/** The longest garbage collection since the previous call, in microseconds. The first call starts the measurement. */
function takeLongestCollection(): number {
  if (!collections) {
    collections = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestCollectionMs = Math.max(longestCollectionMs, duration);
    });
    collections.observe({ entryTypes: ['gc'] });
  }
  const found = longestCollectionMs;
  longestCollectionMs = 0;
  return found * 1_000;
}
