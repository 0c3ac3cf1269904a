// The definition of a command. Parsing, help, completion and docs/cli.md are derived from it.
import type { Host } from './host.ts';
import type { Platform } from './platform.ts';
import type { Printer } from './printer.ts';

export interface Definition<Name extends string> {
  /** All its words: `events list`. */
  readonly name: string;
  /** One line, in the imperative. */
  readonly summary: string;
  /** Paragraphs, after the summary. */
  readonly details?: readonly string[];
  /** What follows the name, in order. */
  readonly parameters?: readonly Parameter[];
  readonly options?: Readonly<Record<Name, Option>>;
  /** Whole command lines, without `payments`. */
  readonly examples: readonly string[];
  readonly run: (call: Call<Name>) => Promise<void>;
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly isOptional?: true;
  /** Only the last one. */
  readonly isRepeated?: true;
  /** For completion. */
  readonly values?: () => readonly string[];
}

export interface Option {
  /** Name of the value in the help. Absent: the option is a flag. */
  readonly value?: string;
  readonly isRepeated?: true;
  readonly description: string;
  /** For completion. */
  readonly values?: () => readonly string[];
}

/** One run of a command. */
export interface Call<Name extends string = string> {
  /** In the order of the definition. Optional ones may be missing. */
  readonly parameters: readonly string[];
  /** The value of an option, the last one if it is repeated. */
  text(name: Name): string | undefined;
  /** All values of an option. */
  all(name: Name): readonly string[];
  /** Whether a flag is set. */
  has(name: Name): boolean;
  readonly print: Printer;
  /** Connects, and checks that a platform which was not named is a sandbox. Throws a `NoConnection`. */
  readonly platform: () => Promise<Platform>;
  readonly host: Host;
}

/** A command, whatever its options. */
export type Command = Definition<string>;

/** Checks that `run` reads only options of the definition. */
export function command<const Name extends string = never>(definition: Definition<Name>): Command {
  return { ...definition, options: definition.options ?? {} };
}
