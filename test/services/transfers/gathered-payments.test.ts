// Payments at the same time share statements and commits, and each has its own result.
import { expect, test } from 'vitest';
import { brokenInvariants } from '../../kit/books.ts';
import { countStatements } from '../../kit/statement-count.ts';
import { balancesOf, execute, newBank, newPayer, quote, startTransfers, transaction } from './transfers-world.ts';

const world = await startTransfers();
const count = 12;

/** Quotes of ten dollars, made at the same time by a customer who can pay `affordable` of them. */
async function quotesOf(affordable: number) {
  const { customerId, accountId } = await newPayer(world, { amount: affordable * 1_000 });
  const bank = await newBank(world, customerId);
  const made = await Promise.all(Array.from({ length: count }, () => quote(world, accountId, bank)));
  return { accountId, quotes: made.map(({ body }) => body) };
}

test('of payments at the same time, those that the balance covers complete, and the others are refused', async () => {
  const affordable = count - 3;
  const { accountId, quotes } = await quotesOf(affordable);

  const answers = await Promise.all(quotes.map(({ id }) => execute(world, id)));

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('INVALID_AMOUNT'));
  const shown = await Promise.all(quotes.map(({ transactionId }) => transaction(world, transactionId)));
  const statuses = Map.groupBy(shown, ({ status }) => status);
  expect([statuses.get('COMPLETED')?.length, statuses.get('PENDING')?.length]).toEqual([affordable, 3]);
  expect(await balancesOf(world, accountId)).toEqual([0, 0]);
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});

test('a quote that is executed twice at the same time, among others, is paid once', async () => {
  const { accountId, quotes } = await quotesOf(count);

  const answers = await Promise.all([...quotes, ...quotes].map(({ id }) => execute(world, id)));

  expect(answers.filter(({ status }) => status === 200).length).toBe(count);
  expect(await balancesOf(world, accountId)).toEqual([0, 0]);
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});

test('payments at the same time need less than half of the commits that they would need alone', async () => {
  const { quotes } = await quotesOf(count);
  await world.settle();
  const counted = countStatements();

  const { result, count: used } = await counted(() => Promise.all(quotes.map(({ id }) => execute(world, id))));

  expect(result.map(({ body }) => body.status)).toEqual(Array(count).fill('COMPLETED'));
  expect(used.commits).toBeGreaterThanOrEqual(6);
  expect(used.commits).toBeLessThan((count * 6) / 2);
});
