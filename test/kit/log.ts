// The log of services in the test's process. Unexpected errors are printed.
import { afterAll, expect, onTestFinished } from 'vitest';
import { type Log, silent } from '../../services/kit/core/log.ts';
import { Death } from './death.ts';

export interface LoggedLine {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

let expected: LoggedLine[] | undefined;

/** Errors logged from now until the test ends, for the test to compare. */
export function loggedErrors(): LoggedLine[] {
  const errors: LoggedLine[] = [];
  expected = errors;
  onTestFinished(() => {
    expected = undefined;
  });
  return errors;
}

/** The tests of this file make services log errors with these messages, each at least once, and no others. */
export function expectErrors(...messages: readonly string[]): void {
  const errors: LoggedLine[] = [];
  expected = errors;
  afterAll(() => {
    expected = undefined;
    expect([...new Set(errors.map(({ message }) => message))].toSorted()).toEqual(messages.toSorted());
  });
}

let lines: LoggedLine[] | undefined;

/** Lines of level `info` from now until the test ends. */
export function loggedLines(): LoggedLine[] {
  const found: LoggedLine[] = [];
  lines = found;
  onTestFinished(() => {
    lines = undefined;
  });
  return found;
}

export const log: Log = {
  ...silent,
  info: (fields, message) => void lines?.push({ message, fields: fields as LoggedLine['fields'] }),
  error: (fields, message) => {
    const { err, reason } = fields as { err?: unknown; reason?: unknown };
    if (err instanceof Death) return; // a process that dies logs nothing
    if (reason === 'Query read timeout') return; // a busy machine is slow
    if (expected) expected.push({ message, fields: fields as LoggedLine['fields'] });
    else console.error(message, fields);
  },
  child: () => log,
};
