// What all commands share: help, usage, exit codes, completion, and the launcher.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commands } from '../../tools/payments/commands.ts';
import { startCli } from './cli-world.ts';

const world = await startCli();
const launcher = join(import.meta.dirname, '../../tools/payments/payments.mjs');

test.each(commands.map((command) => [command.name, command] as const))('%s has help with examples', async (name, command) => {
  const { code, out, err } = await world.run([...name.split(' '), '--help']);

  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`${command.summary}.`);
  expect(command.examples.length).toBeGreaterThan(0);
  for (const example of command.examples) expect(`${example} `.startsWith(`${name} `), example).toBe(true);
  for (const option of Object.keys(command.options ?? {})) expect(out).toContain(`--${option}`);
});

test('without a command it lists all', async () => {
  const { code, out } = await world.run([]);

  expect(code).toBe(0);
  for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^  ${name} .*${RegExp.escape(summary)}$`, 'm'));
});

test('the first word of several commands lists those', async () => {
  const { out } = await world.run(['clock']);

  expect(out).toContain('clock advance');
  expect(out).not.toContain('listen');
});

test.each([
  [['evnts', 'list'], 'There is no command "evnts". Did you mean events?'],
  [['events', 'lst'], 'There is no command "events lst". Did you mean events list?'],
  [['events', 'list', '--sinc', '1h'], 'There is no option "--sinc". Did you mean --since?'],
  [['events', 'list', '--since'], 'Pass a value: --since TIME.'],
  [['events', 'list', 'extra'], '"events list" takes no "extra".'],
  [['events', 'list', '--json=yes'], '--json takes no value.'],
  [['events', 'show'], 'Pass <event>: id of the event.'],
  [['--json', 'events'], 'Name the command before --json. "npx payments --help" lists all.'],
  [['clock', 'advance', 'soon'], '"soon" is not a duration. Write 30s, 6m, 1h or 2d.'],
  [
    ['fund', 'InternalAccount:1', '1.5'],
    '"1.5" is not an amount. Write a whole number in the smallest unit: 10000 is USD 100.00.',
  ],
])('%j exits with 2 and says what to write', async (args, sentence) => {
  const { code, out, err } = await world.run(args);

  expect([code, out, err]).toEqual([2, '', `${sentence}\n`]);
});

test('a refusal of the platform exits with 1, and shows its code, fields and request', async () => {
  const { code, err } = await world.run(['clock', 'to', 'tomorrow']);

  expect(code).toBe(1);
  expect(err).toMatch(/^POST \/sandbox\/clock\/advance returned 400 INVALID_INPUT: .+\n {2}to: .+\n {2}request \S+\n$/);
});

test.each([
  [['cl'], ['clock']],
  [
    ['clock', ''],
    ['show', 'advance', 'to'],
  ],
  [['events', 'list', '--st'], ['--status']],
  [
    ['events', 'list', '--status', 'D'],
    ['DELIVERED', 'DEAD'],
  ],
  [['open', 'ex'], ['explorer']],
  [['nothing', ''], []],
])('%j completes to %j', async (words, candidates) => {
  const { out } = await world.run(['complete', '--', ...words]);

  expect(out.split('\n').filter(Boolean)).toEqual(candidates);
});

test('bash completes with the printed script', async () => {
  const { out: script } = await world.run(['completion', 'bash']);
  const words = 'COMP_WORDS=(payments clock ad); COMP_CWORD=2; _payments; echo "${COMPREPLY[@]}"';
  const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${words}`]);

  expect(stdout).toBe('advance\n');
});

test('the launcher runs a command as a program, and exits with its code', async () => {
  const env = { PATH: process.env.PATH ?? '', ...world.environmentOf(world) };
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, 'config', '--json'], { env });
  const failing = promisify(execFile)(process.execPath, [launcher, 'config', '--nothing'], { env });

  expect(JSON.parse(stdout)).toMatchObject({ environment: 'sandbox', clientId: world.clientId });
  await expect(failing).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('There is no option') });
});
