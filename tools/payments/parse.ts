// Finds the command in an argument list, and reads its parameters and options.
import { parseArgs } from 'node:util';
import { editsBetween, editsMax } from '../../gateway/transcoder/edits.ts';
import type { Command, Option } from './command.ts';
import { UsageMistake } from './failures.ts';

/** Options of every command. */
export const commonOptions = {
  profile: { value: 'NAME', description: 'a platform saved with "config save"; required for production' },
  json: { description: 'print JSON, one document per line' },
  help: { description: 'show this help' },
} satisfies Record<string, Option>;

export interface Arguments {
  readonly parameters: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export interface Found {
  readonly command: Command;
  /** What follows the name. */
  readonly rest: readonly string[];
}

/** The command with the longest name that the arguments begin with. */
export function findCommand(commands: readonly Command[], argv: readonly string[]): Found | undefined {
  const matches = commands.filter(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  const [longest] = matches.toSorted((left, right) => wordsOf(right) - wordsOf(left));
  return longest && { command: longest, rest: argv.slice(wordsOf(longest)) };
}

const wordsOf = ({ name }: Command) => name.split(' ').length;

/** Throws a `UsageMistake`. */
export function readArguments({ name, options = {}, parameters = [] }: Command, rest: readonly string[]): Arguments {
  const known: Record<string, Option> = { ...options, ...commonOptions };
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const found: string[] = [];
  for (const token of tokensOf(known, rest)) {
    if (token.kind === 'positional') found.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known[token.name];
    if (!option) throw new UsageMistake(unknown({ kind: 'option', given: token.rawName, known: Object.keys(known).map(dashed) }));
    if (option.value === undefined) flags.add(flagIn(token));
    else values.set(token.name, [...(values.get(token.name) ?? []), valueIn(token, option.value)]);
  }
  const required = parameters.filter(({ isOptional }) => !isOptional);
  const missing = required[found.length];
  if (missing && !flags.has('help')) throw new UsageMistake(`Pass <${missing.name}>: ${missing.description}.`);
  const last = parameters.at(-1);
  const extra = last?.isRepeated ? undefined : found[parameters.length];
  if (extra !== undefined) throw new UsageMistake(`"${name}" takes no "${extra}".`);
  return { parameters: found, flags, values };
}

function tokensOf(known: Readonly<Record<string, Option>>, rest: readonly string[]) {
  const types = Object.entries(known).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const options = { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } } as const;
  return parseArgs({ args: [...rest], options, strict: false, tokens: true }).tokens;
}

interface Token {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function flagIn({ name, rawName, value }: Token): string {
  if (value !== undefined) throw new UsageMistake(`${rawName} takes no value.`);
  return name;
}

function valueIn({ rawName, value }: Token, placeholder: string): string {
  if (value === undefined) throw new UsageMistake(`Pass a value: ${rawName} ${placeholder}.`);
  return value;
}

const dashed = (name: string) => `--${name}`;

/** A sentence with the nearest known name, if there is one. */
export function unknown({ kind, given, known }: { kind: string; given: string; known: readonly string[] }): string {
  const [nearest] = known
    .map((name) => ({ name, edits: editsBetween(given, name) }))
    .filter(({ name, edits }) => edits <= editsMax && edits < name.length / 2)
    .sort((left, right) => left.edits - right.edits);
  return `There is no ${kind} "${given}".${nearest ? ` Did you mean ${nearest.name}?` : ''}`;
}
