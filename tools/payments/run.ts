// Runs one command line and returns its exit code.
import { packageVersion } from '../../web/developers/package-root.ts';
import type { Call } from './command.ts';
import { commands } from './commands.ts';
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
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') return host.write(overview(commands));
  if (first === '--version') return host.write(`${packageVersion()}\n`);
  if (first === 'complete') return host.write(candidatesFor(commands, argv.slice(2)).join('\n'));
  const found = findCommand(commands, argv);
  if (!found) return showGroup(argv, host);

  const read = readArguments(found.command, found.rest);
  if (read.flags.has('help')) return host.write(helpOf(found.command));
  await found.command.run(callOf(read, host));
}

/** The commands that begin with the given words. */
function showGroup([first = '', second]: readonly string[], host: Host): void {
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
