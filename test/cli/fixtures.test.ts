// `payments fixtures run`: a world from a file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCli } from './cli-world.ts';

const world = await startCli();
let count = 0;

async function runFile(content: unknown) {
  const file = join(world.dataDir, `fixtures-${++count}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return world.run(['fixtures', 'run', file, '--json']);
}

const ada = { name: 'ada', path: '/customers', body: { customerType: 'INDIVIDUAL', fullName: 'Ada', currencies: ['USD'] } };
const resultsIn = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).result);

test('later requests use the responses of earlier ones', async () => {
  const accounts = { name: 'accounts', method: 'GET', path: '/customers/internal-accounts?customerId=${ada.id}' };
  const fund = { path: '/sandbox/internal-accounts/${accounts.data.0.id}/fund', body: { amount: 500 } };
  const agent = { customerType: 'INDIVIDUAL', fullName: '${ada.fullName} II', platformCustomerId: 'of-${run}' };

  const { code, out, err } = await runFile({
    fixtures: [ada, accounts, fund, { name: 'next', path: '/customers', body: agent }, { advance: '30s' }],
  });

  expect([code, err]).toEqual([0, '']);
  const [customer, , account, next, clock] = resultsIn(out);
  expect(account).toMatchObject({ customerId: customer.id, balance: { amount: 500 } });
  expect(next).toMatchObject({ fullName: 'Ada II', platformCustomerId: expect.stringMatching(/^of-[0-9a-f]{12}$/) });
  expect(clock.offsetSeconds).toBeGreaterThanOrEqual(30);
});

test('the requests of a scenario can be saved and run', async () => {
  const { out } = await world.run(['trigger', 'payment.failed', '--show']);

  const { code, out: made } = await world.run(['fixtures', 'run', '-'], { input: out });

  expect(code).toBe(0);
  expect(made.trim().split('\n').at(-1)).toMatch(/^POST \/quotes\/Quote:\S+\/execute {2}Quote:\S+ {2}FAILED$/);
});

test('a request that should be refused is', async () => {
  const refused = { name: 'no', path: '/customers', body: { customerType: 'NOBODY' }, refused: 'INVALID_INPUT' };

  const expected = await runFile({ fixtures: [refused] });
  const accepted = await runFile({ fixtures: [{ ...ada, refused: 'INVALID_INPUT' }] });

  expect([expected.code, resultsIn(expected.out)[0].code]).toEqual([0, 'INVALID_INPUT']);
  expect([accepted.code, accepted.err]).toEqual([
    1,
    'POST /customers was accepted. It should have been refused with INVALID_INPUT.\n',
  ]);
});

test.each([
  ['{', /is not JSON/],
  [{ steps: [] }, /has no "fixtures"/],
  [{ fixtures: [{ name: 'nothing' }] }, /A step has a path, a device or an advance/],
  [{ fixtures: [ada, { path: '/customers/${bob.id}', method: 'GET' }] }, /\$\{bob\.id\} refers to nothing\. Known: run, ada\./],
  [{ fixtures: [{ name: 'key', device: 'dance' }] }, /There is no device action "dance"/],
  [{ fixtures: [{ path: '/nowhere' }] }, /POST \/nowhere returned 404/],
])('%j is refused', async (content, sentence) => {
  const { code, err } = await runFile(content);

  expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
});

test('a missing file is named', async () => {
  expect(await world.run(['fixtures', 'run', 'no.json'])).toMatchObject({ code: 1, err: 'no.json cannot be read.\n' });
});
