// `ops`: the list of the commands for operators.
import { command } from '../command.ts';
import { overview } from '../help.ts';

export const ops = command({
  name: 'ops',
  summary: 'List the commands that operate an installation',
  details: ['They call the running platform on GRPC_PORT, with a credential of the operator. "ops init" creates the first one.'],
  examples: ['ops', 'ops platforms list', 'ops init --help'],
  run: async ({ host }) => host.write(overview((await import('../ops/commands.ts')).opsCommands)),
});
