// `payments trigger`: every magic value of docs/sandbox.md has a scenario, and every scenario ends as it says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { scenarios } from '../../tools/payments/scenarios/all.ts';
import type { Tenant } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';
import { startCli } from './cli-world.ts';

const world = await startCli();
let approving: Tenant;
let withRules: Tenant;
beforeAll(async () => {
  vi.setSystemTime(world.wall.now()); // ID tokens are dated by the machine
  approving = await world.newPlatform();
  await approving.rest('PATCH', '/config', { body: { webhookEndpoint: (await startReceiver()).url } });
  withRules = await world.newPlatform();
  await withRules.internal(AccountDirectoryService).setCounterpartyRules({ applies: true });
});
afterAll(() => {
  vi.useRealTimers();
});

function environmentFor(requires: string | undefined): Record<string, string> {
  if (requires?.includes('counterparty rules')) return world.environmentOf(withRules);
  return world.environmentOf(requires?.includes('webhook endpoint') ? approving : world);
}

test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (name, { outcome, steps, requires }) => {
  const ended = await world.json(['trigger', name, '--advance'], { environment: environmentFor(requires) });

  expect(ended).toMatchObject(outcome ? { scenario: name, outcome: outcome.fields } : { refused: steps.at(-1)?.refused });
});

test('the scenarios have every magic value of the documentation, and no other', () => {
  const covered = scenarios.flatMap(({ magic }) => magic.values.map((value) => `${magic.place}: ${value}`));

  expect([...new Set(covered)].toSorted()).toEqual(magicValues().toSorted());
});

test('names are unique', () => {
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
});

test('--list shows them all', async () => {
  const { out } = await world.run(['trigger', '--list', '--json']);

  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).name),
  ).toEqual(scenarios.map(({ name }) => name));
});

test('an outcome that takes time is announced, and the clock is left alone', async () => {
  const { code, out, err } = await world.run(['trigger', 'payment.returned']);

  expect([code, out]).toEqual([0, expect.stringMatching(/^customer .*\n.*quote .*\noutcome {9}status COMPLETED\n$/s)]);
  expect(err).toBe(
    'After 30s: status FAILED, failureReason PAYOUT_RETURNED, refund.status COMPLETED\nNext: npx payments clock advance 30s\n',
  );
});

test('a requirement is named when it is missing', async () => {
  const { code, err } = await world.run(['trigger', 'uma.received']);

  expect([code, err]).toEqual([1, expect.stringMatching(/WEBHOOK_ENDPOINT_NOT_SET.*run "payments listen"/s)]);
});

test.each([
  [['trigger'], 'Pass a scenario, or --list.\n'],
  [['trigger', 'payment.retrned'], 'There is no scenario "payment.retrned". Did you mean payment.returned?\n'],
])('%j is refused', async (args, sentence) => {
  expect(await world.run(args)).toEqual({ code: 2, out: '', err: sentence });
});

/** The head of the first column and each value in it, of every table in the sections with magic values. */
function magicValues(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/sandbox.md'), 'utf8');
  const parts = page.split(/^(?=## )/m).filter((part) => magicSections.test(part));
  return [...parts.join('').matchAll(/^\|.*\|\n\|[-|]+\|\n(?:\|.*\|\n?)+/gm)].flatMap(([table]) => {
    const [head = '', , ...cells] = table
      .trim()
      .split('\n')
      .map((row) => (row.split('|')[1] ?? '').trim());
    return cells.flatMap(valuesIn).map((value) => `${plain(head)}: ${value}`);
  });
}

const magicSections =
  /^## (?:Customers|Agents|Cards|Documents|External accounts|UMA addresses|Codes and signatures|Stablecoins)$/m;

/** Several values in code, or one text. */
function valuesIn(cell: string): string[] {
  return /^`[^`]+`(, `[^`]+`)*$/.test(cell) ? plain(cell).split(', ') : [plain(cell)];
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}
