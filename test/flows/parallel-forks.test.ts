// Workers of a test suite, each with a fork of its own of one prepared platform: their payments do not disturb one another.
import { expect, test } from 'vitest';
import { brokenInvariants } from '../kit/books.ts';
import { forkOf } from '../kit/forks.ts';
import { testPatienceMs } from '../kit/patience.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { startWorld, type Tenant } from '../kit/platform.ts';

/** `FORK_WORKERS=50 FORK_PAYMENTS=100` is the long form. */
const workers = Number(process.env.FORK_WORKERS ?? 4);
const payments = Number(process.env.FORK_PAYMENTS ?? 3);

const world = await startWorld();

/** The long form waits for thousands of payments. */
const timeout = testPatienceMs + workers * payments * 1_000;

test(`${workers} workers with a fork each make ${payments} payments from the same account`, { timeout }, async () => {
  const payer = await makePayer(world.rest, 1_000_000);
  const payee = await makePayee(world.rest, payer.customerId);
  const spentOn = async ({ rest }: Pick<Tenant, 'rest'>) => {
    const statuses = new Set<string>();
    for (let count = 0; count < payments; count++) {
      const quote = await makeQuote(rest, { from: payer.accountId, to: payee });
      statuses.add((await rest('POST', `/quotes/${quote.id}/execute`)).body.status);
    }
    return [...statuses, (await balancesOf(rest, payer)).total];
  };

  const work = async () => spentOn(await forkOf(world, world));
  const results = await Promise.all(Array.from({ length: workers }, work));

  expect(results).toEqual(Array.from({ length: workers }, () => ['COMPLETED', 1_000_000 - 1_000 * payments]));
  expect(await balancesOf(world.rest, payer)).toEqual({ available: 1_000_000, total: 1_000_000 });
  await world.settle();
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});
