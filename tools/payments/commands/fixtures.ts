// `fixtures run`: creates a world from a file of requests.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { command } from '../command.ts';
import { CommandFailure } from '../failures.ts';
import { fieldOf, runSteps, type Step } from '../fixtures.ts';
import type { Host } from '../host.ts';

export const fixturesRun = command({
  name: 'fixtures run',
  summary: 'Create a world from a file of requests',
  details: [
    'The file is {"fixtures": [{"name", "method", "path", "body", "headers", "form", "refused"}, …]}. The method is POST if absent. Texts can ' +
      'contain ${name.field} for a field of an earlier response, ${run} (random, the same in the whole file), ${random} and ${digits} (new at each ' +
      'use). {"advance": "30s"} advances the clock; {"name", "device", "body"} acts as the device of a wallet (see keys).',
    'To begin with an example, save the requests of a scenario: trigger payment.returned --show.',
  ],
  parameters: [{ name: 'file', description: 'JSON; - for standard input' }],
  examples: ['fixtures run world.json', 'fixtures run world.json --json', 'fixtures run - < world.json'],
  run: async ({ platform, print, host, parameters: [file = ''] }) => {
    const steps = stepsIn(await contentOf(file, host), file);
    for await (const { action, name, result } of runSteps(await platform(), steps, new Map()))
      print.result({ action, name, result }, () => [
        [action, name, fieldOf(result, 'id'), fieldOf(result, 'status')].filter((part) => part !== undefined).join('  '),
      ]);
  },
});

async function contentOf(file: string, host: Host): Promise<string> {
  if (file === '-') return host.input();
  try {
    return readFileSync(resolve(host.folder, file), 'utf8');
  } catch (cause) {
    throw new CommandFailure(`${file} cannot be read.`, { cause });
  }
}

function stepsIn(content: string, file: string): Step[] {
  try {
    const { fixtures } = JSON.parse(content);
    if (Array.isArray(fixtures)) return fixtures;
  } catch (cause) {
    throw new CommandFailure(`${file} is not JSON.`, { cause });
  }
  throw new CommandFailure(`${file} has no "fixtures": [ … ].`);
}
