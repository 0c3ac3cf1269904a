// Runs one command line and returns its exit code.
import { packageVersion } from '../../web/developers/package-root.ts';
import type { Call, Command } from './command.ts';
import { commands as developerCommands } from './commands.ts';
import { candidatesFor } from './complete.ts';
import { findConnection } from './connection.ts';
import { CommandFailure, UsageMistake } from './failures.ts';
import { helpOf, overview } from './help.ts';
import type { Host } from './host.ts';
import { type Arguments, findCommand, readArguments, unknown } from './parse.ts';
import { connect, type Platform } from './platform.ts';
import { printerTo } from './printer.ts';

/** `argv` without the names of the programs. */
export async function runPayments(argv: readonly string[], host: Host): Promise<number> {
  try {
    await dispatch(argv, host);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    host.warn(`${error.message}\n`);
    return error.exitCode;
  }
}

async function dispatch(argv: readonly string[], host: Host): Promise<void> {
  const [first] = argv;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help')
    return host.write(overview(developerCommands));
  if (first === '--version') return host.write(`${packageVersion()}\n`);
  if (first === 'complete') return host.write(candidatesFor(await commandsFor(argv.slice(2)), argv.slice(2)).join('\n'));
  const commands = await commandsFor(argv);
  const found = findCommand(commands, argv);
  if (!found) return showGroup(argv, { commands, host });

  const read = readArguments(found.command, found.rest);
  if (read.flags.has('help')) return host.write(helpOf(found.command));
  await found.command.run(callOf(read, host));
}

/** Those of operators load the protos of all services, which the others do not need. */
async function commandsFor([first, second = '-']: readonly string[]): Promise<readonly Command[]> {
  if (first !== 'ops' || second.startsWith('-')) return developerCommands;
  return (await import('./ops/commands.ts')).opsCommands;
}

interface Shown {
  readonly commands: readonly Command[];
  readonly host: Host;
}

/** The commands that begin with the given words. */
function showGroup(argv: readonly string[], { commands, host }: Shown): void {
  const [first = '', second, third] = argv;
  const subgroup = commands.filter(({ name }) => name.startsWith(`${first} ${second} `));
  if (subgroup.length > 0 && (third === undefined || third.startsWith('-'))) return host.write(overview(subgroup));
  if (first.startsWith('-')) throw new UsageMistake(`Name the command before ${first}. "npx payments --help" lists all.`);
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  const known = commands.map(({ name }) => name);
  if (group.length === 0) throw new UsageMistake(unknown({ kind: 'command', given: first, known: known.map(firstWord) }));
  if (second === undefined || second === '--help' || second === '-h') return host.write(overview(group));
  throw new UsageMistake(unknown({ kind: 'command', given: `${first} ${second}`, known: group.map(({ name }) => name) }));
}

const firstWord = (name: string) => name.split(' ')[0] ?? name;

function callOf({ parameters, flags, values }: Arguments, host: Host): Call {
  let platform: Promise<Platform> | undefined;
  const print = printerTo(host, flags.has('json'));
  return {
    parameters,
    text: (name) => values.get(name)?.at(-1),
    all: (name) => values.get(name) ?? [],
    has: (name) => flags.has(name),
    print,
    platform: () => (platform ??= findConnection(host, values.get('profile')?.at(-1)).then(connect)),
    host,
  };
}
