// How many statements and commits a payment costs. The budgets are the table of docs/performance.md, which is shown to readers.
import { expect, test } from 'vitest';
import type { RestAnswer } from '../../kit/rest.ts';
import { statementBudgets } from '../../kit/statement-budgets.ts';
import { countStatements } from '../../kit/statement-count.ts';
import { realtime, send } from './pushes-world.ts';
import { transfer } from './transfer-parties.ts';
import { execute, newBank, newPayer, newSepaBank, quote } from './transfers-world.ts';
import { receive, startReceiving } from './uma-receiving.ts';

const world = await startReceiving();
const scene = await world.scene();
const { tenant } = scene;
const [payer, other] = await Promise.all([newPayer(tenant), newPayer(tenant)]);
const [bank, sepa] = await Promise.all([newBank(tenant, payer.customerId), newSepaBank(tenant, payer.customerId)]);

/** The counted calls of each row; what they need is made before. */
const rows: Readonly<Record<string, () => Promise<() => Promise<RestAnswer>>>> = {
  'a quote to a bank account': async () => () => quote(tenant, payer.accountId, bank),
  'its execution, delivered at once': async () => executing(bank),
  'a quote in another currency': async () => () => quote(tenant, payer.accountId, sepa),
  'its execution, converted': async () => executing(sepa),
  "the execution of a payment to another customer's account": async () => executing(other.accountId),
  'a quote with `immediatelyExecute`': async () => () => quote(tenant, payer.accountId, bank, { immediatelyExecute: true }),
  'a quote from a bank account, and its pull': async () => () =>
    quote(tenant, bank, payer.accountId, { immediatelyExecute: true }),
  'a quote with realtime funding, paid with `POST /sandbox/send`': async () => {
    const { body } = await realtime(tenant, { customerId: payer.customerId, to: bank });
    return () => send(tenant, body.id);
  },
  '`POST /transfer-out`': async () => () => transfer(tenant, 'out', { from: payer.accountId, to: bank }),
  '`POST /transfer-in`': async () => () => transfer(tenant, 'in', { from: bank, to: payer.accountId }),
  '`POST /sandbox/internal-accounts/{id}/fund`': async () => () =>
    tenant.rest('POST', `/sandbox/internal-accounts/${payer.accountId}/fund`, { body: { amount: 1_000 } }),
  'a payment from a UMA address, with its approval': async () => () => receive(scene),
  'a customer, an account, a deposit, a bank account, a quote and its execution': async () => async () => {
    const { customerId, accountId } = await newPayer(tenant);
    const { body } = await quote(tenant, accountId, await newBank(tenant, customerId));
    return execute(tenant, body.id);
  },
};

async function executing(destination: string): Promise<() => Promise<RestAnswer>> {
  const { body } = await quote(tenant, payer.accountId, destination);
  return () => execute(tenant, body.id);
}

const budgets = statementBudgets('Call');

test('the documented table has a budget for each call', () => {
  expect([...budgets.keys()]).toEqual(Object.keys(rows));
});

test.each(Object.entries(rows))('%s stays within its budget', async (name, prepare) => {
  await (await prepare())(); // opens keys and accounts
  const call = await prepare();
  await world.settle();
  const counted = countStatements();

  const { result, count } = await counted(call);

  const found = [count.texts.length, count.commits];
  console.info(`| ${name} | ${found.join(' | ')} |`);
  expect(result.status, JSON.stringify(result.body)).toBeLessThan(300);
  const [statements = 0, commits = 0] = budgets.get(name) ?? [];
  const listed = count.texts.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 100)).join('\n');
  expect(found[0], listed).toBeLessThanOrEqual(statements);
  expect(found[1], listed).toBeLessThanOrEqual(commits);
});
