// How many statements and commits a decision on a card payment costs. The budgets are a table of docs/performance.md.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardMessageKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { statementBudgets } from '../../kit/statement-budgets.ts';
import { countStatements } from '../../kit/statement-count.ts';
import { merchant, newPayer } from './payments-world.ts';

const world = await sharedWorld();
const reports = world.internal(CardReportService);
const payer = await newPayer(world);
const poor = await newPayer(world, { amount: 0 });

const decide = (cardId: string, kind: keyof typeof CardMessageKind) => async () => {
  const opening = { kind: CardMessageKind[kind], amount: kind === 'BALANCE_INQUIRY' ? 0n : 100n, currency: 'USD' };
  const token = randomUUID();
  return reports.decideCardPayment({ eventId: token, issuerTransactionToken: token, cardId, ...opening, merchant: merchant() });
};

const rows: Readonly<Record<string, () => Promise<{ readonly isApproved: boolean }>>> = {
  'an approved authorization': decide(payer.cardId, 'AUTHORIZATION'),
  'an authorization that no account covers': decide(poor.cardId, 'AUTHORIZATION'),
  'a balance inquiry': decide(payer.cardId, 'BALANCE_INQUIRY'),
};

const budgets = statementBudgets('Decision on a card payment');

test('the documented table has a budget for each decision', () => {
  expect([...budgets.keys()]).toEqual(Object.keys(rows));
});

test.each(Object.entries(rows))('%s stays within its budget', async (name, call) => {
  await call(); // opens keys
  await world.settle();
  const counted = countStatements();

  const { count } = await counted(call);
  await world.settle(); // what follows the response is counted too

  const found = [count.texts.length, count.commits];
  console.info(`| ${name} | ${found.join(' | ')} |`);
  const listed = count.texts.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 100)).join('\n');
  const [statements = 0, commits = 0] = budgets.get(name) ?? [];
  expect(found[0], listed).toBeLessThanOrEqual(statements);
  expect(found[1], listed).toBeLessThanOrEqual(commits);
});
