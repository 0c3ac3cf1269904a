// Durations on the command line: `30s`, `6m`, `1h`, `2d`, or seconds alone.
import { UsageMistake } from './failures.ts';

const secondsIn = new Map([
  ['', 1],
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', 86_400],
  ['w', 604_800],
]);

/** In seconds. Parts can be combined: `1h30m`. */
export function secondsOf(duration: string): number {
  if (!/^(\d+[smhdw]?)+$/.test(duration)) throw new UsageMistake(`"${duration}" is not a duration. Write 30s, 6m, 1h or 2d.`);
  const parts = duration.matchAll(/(\d+)([smhdw]?)/g);
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (secondsIn.get(unit) ?? 1), 0);
}
