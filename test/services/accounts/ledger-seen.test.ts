// Batches on balances that the process has seen before: one statement books them, unless something has changed.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { PostManyResponse, PostResponse } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { startTwoProcesses } from './accounts-processes.ts';
import { available } from './accounts-world.ts';
import { balancesOf, move, soundBooks } from './journals.ts';

const ours = await startTwoProcesses();
afterAll(() => ours.close());

interface Pair {
  readonly from: string;
  readonly to: string;
}

const postOf = ({ from, to }: Pair, amount: bigint) => ({
  subject: randomUUID(),
  step: 'MOVE',
  legs: move(available(from), available(to), amount),
});

const postsOf = (pair: Pair, amounts: readonly bigint[]) => amounts.map((amount) => postOf(pair, amount));

const verdictsOf = ({ verdicts }: PostManyResponse) =>
  verdicts.map(({ verdict: { case: kind, value } }) => {
    if (kind === 'refused') return value.details;
    return value?.replayed ? 'replayed' : kind;
  });

/** Two accounts whose balances the first process has seen, with 800 and 1,200 cents. */
async function scene() {
  const platform = ours.newPlatform();
  const [one, other] = [platform.through(0), platform.through(1)];
  const pair = { from: await one.newAccount(), to: await one.newAccount() };
  for (const account of [pair.from, pair.to]) await one.fund(account, 1_000n);
  await one.ledger.postMany({ journals: postsOf(pair, [100n]) });
  await one.ledger.postMany({ journals: postsOf(pair, [100n]) });
  return { platform, one, other, pair };
}

test('each journal of a batch is decided on the balances that the one before it leaves', async () => {
  const { platform, one, pair } = await scene();
  const back = { from: pair.to, to: pair.from };
  const journals = [...postsOf(pair, [700n, 200n]), postOf(back, 150n), ...postsOf(pair, [200n, 100n])];

  const answer = await one.ledger.postMany({ journals });

  const short = { reason: 'INSUFFICIENT_BALANCE', available: expect.any(Number), required: expect.any(Number), currency: 'USD' };
  expect(verdictsOf(answer)).toEqual([
    'booked',
    { ...short, available: 100, required: 200 },
    'booked',
    'booked',
    { ...short, available: 50, required: 100 },
  ]);
  expect(await balancesOf(platform, pair.from)).toMatchObject({ balance: 50n });
  await soundBooks(platform);
});

test('a used key in a batch returns its journal, and the others are booked', async () => {
  const { platform, one, other, pair } = await scene();
  const used = postOf(pair, 5n);
  const first: PostResponse = await other.ledger.post(used);

  const answer = await one.ledger.postMany({ journals: [postOf(pair, 10n), used, postOf(pair, 20n)] });

  expect(verdictsOf(answer)).toEqual(['booked', 'replayed', 'booked']);
  expect(answer.verdicts[1]?.verdict.value).toMatchObject({ journalId: first.journalId });
  expect(await balancesOf(platform, pair.from)).toMatchObject({ balance: 765n });
  await soundBooks(platform);
});

test('a refused journal whose key was used before returns its journal', async () => {
  const { one, pair } = await scene();
  const all = postOf(pair, 800n);
  const first = await one.ledger.post(all);

  const answer = await one.ledger.postMany({ journals: [all, postOf(pair, 1n)] });

  expect(answer.verdicts[0]?.verdict.value).toMatchObject({ journalId: first.journalId, replayed: true });
  expect(verdictsOf(answer)[1]).toMatchObject({ reason: 'INSUFFICIENT_BALANCE' });
});

test('a batch refuses the journals of an account that another process has frozen, and books the others', async () => {
  const { one, other, pair } = await scene();
  const third = await one.newAccount();
  await one.fund(third, 100n);
  const change = InternalAccountChange.FROZEN;
  await other.directory.changeInternalAccountStatus({ accountId: `InternalAccount:${third}`, change });

  const answer = await one.ledger.postMany({ journals: [postOf({ from: third, to: pair.to }, 1n), postOf(pair, 1n)] });

  expect(verdictsOf(answer)).toEqual([{ accountStatus: 'FROZEN' }, 'booked']);
});

test('many concurrent calls of two processes on the same accounts lose and create nothing', async () => {
  const { platform, one, other, pair } = await scene();
  const back = { from: pair.to, to: pair.from };
  const amounts = Array<bigint>(10).fill(1n);

  const calls = Array.from({ length: 40 }, (_, index) => {
    const process = index % 4 === 0 ? other : one;
    return process.ledger.postMany({ journals: postsOf(index % 2 === 0 ? pair : back, amounts) });
  });
  const answers = await Promise.all(calls);

  expect(new Set(answers.flatMap(verdictsOf))).toEqual(new Set(['booked']));
  expect(await balancesOf(platform, pair.from)).toMatchObject({ balance: 800n });
  await soundBooks(platform);
});
