// Candidates for the last word of a command line, for the completion of shells.
import type { Command, Option } from './command.ts';
import { commonOptions, findCommand } from './parse.ts';

/** `words` without `payments`; the last one may be empty. */
export function candidatesFor(commands: readonly Command[], words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  return candidates(commands, { before, typed }).filter((candidate) => candidate.startsWith(typed));
}

function candidates(commands: readonly Command[], { before, typed }: { before: readonly string[]; typed: string }): string[] {
  const nextWords = commands
    .map(({ name }) => name.split(' '))
    .filter((name) => before.every((word, index) => name[index] === word))
    .flatMap((name) => name.slice(before.length, before.length + 1));
  if (nextWords.length > 0 && !typed.startsWith('-')) return [...new Set(nextWords)];
  const found = findCommand(commands, before);
  if (!found) return [];
  const { parameters = [], options = {} } = found.command;
  const known: Record<string, Option> = { ...options, ...commonOptions };
  if (typed.startsWith('-')) return Object.keys(known).map((name) => `--${name}`);
  const open = Object.entries(known).find(([name, { value }]) => value !== undefined && before.at(-1) === `--${name}`);
  if (open) return [...(open[1].values?.() ?? [])];
  const place = found.rest.filter((word) => !word.startsWith('-')).length;
  const parameter = parameters[place] ?? parameters.find(({ isRepeated }) => isRepeated);
  return [...(parameter?.values?.() ?? [])];
}
