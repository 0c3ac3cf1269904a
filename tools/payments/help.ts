// The help of the command line and of each command, as text.
import type { Command, Option, Parameter } from './command.ts';
import { commonOptions } from './parse.ts';
import { aligned } from './printer.ts';

/** `intro` is followed by one line for each command. */
export function overview(commands: readonly Command[]): string {
  const lines = aligned(commands.map(({ name, summary }) => [`  ${name}`, summary]));
  return [
    'Usage: npx payments <command> [options]',
    '',
    'Works with the sandbox on this machine. Another platform must be saved and named (--profile).',
    '',
    'Commands:',
    ...lines,
    '',
    'Run npx payments <command> --help for its options and examples.',
    'Exit codes: 0 success, 1 refused or failed, 2 wrong usage, 3 no connection.',
    '',
  ].join('\n');
}

export function helpOf(command: Command): string {
  const { summary, details = [], parameters = [], options = {}, examples } = command;
  return [
    `Usage: npx payments ${usageOf(command)}`,
    '',
    `${summary}.`,
    ...details.flatMap((paragraph) => ['', paragraph]),
    ...section(
      'Parameters',
      parameters.map((one) => [shownParameter(one), one.description]),
    ),
    ...section('Options', Object.entries({ ...options, ...commonOptions }).map(shownOption)),
    '',
    'Examples:',
    ...examples.map((example) => `  npx payments ${example}`),
    '',
  ].join('\n');
}

function usageOf({ name, parameters = [] }: Command): string {
  return [name, ...parameters.map(shownParameter), '[options]'].join(' ');
}

function shownParameter({ name, isOptional, isRepeated }: Parameter): string {
  const shown = `<${name}>${isRepeated ? '...' : ''}`;
  return isOptional ? `[${shown}]` : shown;
}

function shownOption([name, { value, isRepeated, description }]: [string, Option]): [string, string] {
  return [`--${name}${value === undefined ? '' : ` ${value}`}`, isRepeated ? `${description}; can be repeated` : description];
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  return ['', `${title}:`, ...aligned(rows.map(([left, right]) => [`  ${left}`, right]))];
}
