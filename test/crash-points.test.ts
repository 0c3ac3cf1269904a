// Every crash point of payments, cards, stablecoins and agents has a test in which a process dies there.
import { expect, test } from 'vitest';
import { machines } from '../services/transfers/domain/record/transaction.ts';
import { stepsOf } from '../services/transfers/domain/shared/apply-transition.ts';
import type { Machine } from '../services/transfers/domain/shared/machine.ts';
import { pointOf } from '../services/transfers/steps/shared/transition.ts';
import { sourceFiles, textOf } from './kit/sources.ts';

const files = sourceFiles('.ts');
const tests = files.filter((file) => /^test\/(services\/(agents|transfers|cards)|flows)\//.test(file)).map(textOf);

/** Points named where they are reached. */
const named = files
  .filter((file) => /^services\/(agents|transfers|cards|stablecoins)\//.test(file))
  .flatMap((file) => [...textOf(file).matchAll(/\breached\('([^']+)'\)|\bpoint(?::| =) '([^']+)'/g)])
  .map(([, reached = '', behindCommit = '']) => reached || behindCommit);

/** Points after steps that tables book. */
const booked = Object.values<Machine<string>>(machines)
  .flatMap((machine) => Object.values(machine).flatMap((events) => Object.values(events)))
  .flatMap((transition) => stepsOf(transition))
  .map(pointOf);

test.each([...new Set([...named, ...booked])].toSorted())('%s', (point) => {
  expect(tests.some((text) => text.includes(`'${point}'`))).toBe(true);
});
