// What a loop of background work logs when its runs fail.
import { expect, onTestFinished, test } from 'vitest';
import { startLoop } from '../../services/kit/background/background-loop.ts';
import { type Log, silent } from '../../services/kit/core/log.ts';

const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const defect = new TypeError('undefined is not a function');

/** Runs a loop until each of these has happened, and returns the levels of its log lines. */
async function levelsOf(outcomes: readonly (Error | undefined)[]): Promise<string[]> {
  const levels: string[] = [];
  const log: Log = { ...silent, warn: () => levels.push('warn'), error: () => levels.push('error') };
  const left = [...outcomes];
  const done = Promise.withResolvers<void>();
  const runDue = async () => {
    const outcome = left.shift();
    if (outcome) throw outcome;
    if (left.length === 0) done.resolve();
    return 0;
  };
  const loop = startLoop({ runDue, log });
  onTestFinished(() => loop.stop());
  const waking = setInterval(() => loop.wake(), 1);
  await done.promise;
  clearInterval(waking);
  return levels;
}

test('an outage is logged once, however often the work fails', async () => {
  expect(await levelsOf([outage, outage, outage, undefined])).toEqual(['warn']);
});

test('the next outage is logged again', async () => {
  expect(await levelsOf([outage, undefined, outage, undefined])).toEqual(['warn', 'warn']);
});

test('an unexpected error is logged each time', async () => {
  expect(await levelsOf([defect, defect, outage, defect, undefined])).toEqual(['error', 'error', 'warn', 'error']);
});
