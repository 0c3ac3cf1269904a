// `trigger`: makes the sandbox do what one of its magic values selects.
import { isDeepStrictEqual } from 'node:util';
import { type Call, command } from '../command.ts';
import { secondsOf } from '../duration.ts';
import { CommandFailure, UsageMistake } from '../failures.ts';
import { fieldOf, filledText, type Results, runSteps } from '../fixtures.ts';
import { unknown } from '../parse.ts';
import type { Platform } from '../platform.ts';
import { scenarios } from '../scenarios/all.ts';
import type { Outcome, Scenario } from '../scenarios/scenario.ts';

const options = {
  list: { description: 'list all scenarios with their magic values' },
  show: { description: 'print the requests as a file for "fixtures run", instead of sending them' },
  advance: { description: 'advance the clock of the platform until the outcome, and check it' },
} as const;

type TriggerCall = Call<keyof typeof options>;

export const trigger = command({
  name: 'trigger',
  summary: 'Run a scenario of the sandbox by its name',
  details: [
    'Creates what the scenario requires: a customer, accounts, money. Outcomes that take time arrive by themselves; --advance does not wait.',
  ],
  parameters: [
    {
      name: 'scenario',
      description: 'one of --list, such as payment.returned or kyc.pending',
      isOptional: true,
      values: () => scenarios.map(({ name }) => name),
    },
  ],
  options,
  examples: [
    'trigger --list',
    'trigger payment.returned --advance',
    'trigger kyc.pending --json',
    'trigger card_payment.declined --show > declined.json',
  ],
  run: async (call) => {
    if (call.has('list')) return listAll(call);
    const [name] = call.parameters;
    if (name === undefined) throw new UsageMistake('Pass a scenario, or --list.');
    const known = scenarios.map((one) => one.name);
    const scenario = scenarios.find((one) => one.name === name);
    if (!scenario) throw new UsageMistake(unknown({ kind: 'scenario', given: name, known }));
    if (call.has('show')) return call.host.write(`${JSON.stringify({ fixtures: scenario.steps }, null, 2)}\n`);
    await run(scenario, call);
  },
});

function listAll({ print }: TriggerCall): void {
  const rows = scenarios.map(({ name, summary, magic, takes }) => ({ name, summary, ...magic, ...(takes && { takes }) }));
  print.table(rows, {
    scenario: ({ name }) => name,
    'magic value': ({ values }) => values.join(', '),
    of: ({ place }) => place,
    summary: ({ summary }) => summary,
  });
}

async function run(scenario: Scenario, { print, platform: connected, has }: TriggerCall): Promise<void> {
  const { name, outcome, takes, requires } = scenario;
  const platform = await connected();
  const results: Results = new Map();
  const made: Record<string, unknown> = {};
  try {
    for await (const { name: stepName, result } of runSteps(platform, scenario.steps, results)) {
      const id = fieldOf(result, 'id');
      if (stepName !== undefined && id !== undefined) made[stepName] = id;
    }
  } catch (error) {
    if (error instanceof CommandFailure && requires) throw new CommandFailure(`${error.message}\n${requires}`, { cause: error });
    throw error;
  }
  if (has('advance')) await platform.post('/sandbox/clock/advance', { seconds: secondsOf(takes ?? '0') });
  const seen = outcome && (await seenOf(platform, outcome, results));
  if (outcome && (has('advance') || !takes)) check(outcome, seen ?? {});
  const refused = scenario.steps.at(-1)?.refused;
  print.result({ scenario: name, made, ...(refused ? { refused } : { outcome: seen }) }, () => [
    ...Object.entries(made).map(([made, id]) => `${made.padEnd(14)}  ${id}`),
    refused ? `refused with ${refused}, as expected` : `outcome         ${shown(seen)}`,
  ]);
  if (takes && !has('advance')) {
    print.note(`After ${takes}: ${shown(outcome?.fields)}`);
    print.next(`clock advance ${takes}`);
  }
}

async function seenOf(platform: Platform, { path, fields }: Outcome, results: Results): Promise<Record<string, unknown>> {
  const body = await platform.get(String(filledText(path, results)));
  return Object.fromEntries(Object.keys(fields).map((field) => [field, fieldOf(body, field)]));
}

function check({ fields }: Outcome, seen: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(seen[field], value));
  if (wrong.length === 0) return;
  throw new CommandFailure(`The outcome is ${shown(seen)}. It should be ${shown(fields)}.`);
}

function shown(fields: Readonly<Record<string, unknown>> = {}): string {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return known.map(([field, value]) => `${field} ${value}`).join(', ');
}
