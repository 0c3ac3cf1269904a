// Posts that run alone: they are decided on balances that the process has seen before, which another process may have changed.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { startTwoProcesses } from './accounts-processes.ts';
import { available, type Platform } from './accounts-world.ts';
import { balancesOf, move, soundBooks } from './journals.ts';

const ours = await startTwoProcesses();
afterAll(() => ours.close());

type Pair = Readonly<Record<'from' | 'to', string>>;

const postOf = ({ from, to }: Pair, amount: bigint) => ({
  subject: randomUUID(),
  step: 'MOVE',
  legs: move(available(from), available(to), amount),
});

/** Two accounts whose balances the first process has seen. */
async function scene() {
  const platform = ours.newPlatform();
  const [one, other] = [platform.through(0), platform.through(1)];
  const [from, to] = [await one.newAccount(), await one.newAccount()];
  for (const account of [from, to]) await one.fund(account, 1_000n);
  const pair = { from, to };
  await one.ledger.post(postOf(pair, 100n));
  await one.ledger.post(postOf(pair, 100n));
  return { platform, one, other, pair };
}

test('concurrent callers of two processes, one each, lose and create nothing', async () => {
  const { platform, one, other, pair } = await scene();
  const back = { from: pair.to, to: pair.from };

  const post = async ({ ledger }: Platform, direction: Pair) => {
    for (let count = 0; count < 30; count++) await ledger.post(postOf(direction, 2n));
  };
  await Promise.all([post(one, pair), post(other, back), post(one, back)]);

  expect(await balancesOf(platform, pair.from)).toMatchObject({ balance: 860n });
  expect(await balancesOf(platform, pair.to)).toMatchObject({ balance: 1_140n });
  await soundBooks(platform);
});

test('money that another process has taken is not there, and money that it has added is', async () => {
  const { one, other, pair } = await scene();
  await other.ledger.post(postOf(pair, 700n));

  const short = one.ledger.post(postOf(pair, 200n));

  await expect(short).rejects.toMatchObject({ code: ErrorCode.INVALID_AMOUNT, details: { available: 100 } });
  await other.fund(pair.from, 100n);
  await one.ledger.post(postOf(pair, 200n));
  expect(await balancesOf(one, pair.from)).toMatchObject({ balance: 0n });
  await soundBooks(one);
});

test('an account that another process has frozen does not pay', async () => {
  const { one, other, pair } = await scene();
  const change = async (to: InternalAccountChange) =>
    other.directory.changeInternalAccountStatus({ accountId: `InternalAccount:${pair.from}`, change: to });
  await change(InternalAccountChange.FROZEN);

  const frozen = one.ledger.post(postOf(pair, 1n));

  await expect(frozen).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT, details: { accountStatus: 'FROZEN' } });
  await change(InternalAccountChange.LIFTED);
  await one.ledger.post(postOf(pair, 1n));
  expect(await balancesOf(one, pair.from)).toMatchObject({ balance: 799n });
});

test('a key that another process has used returns its journal', async () => {
  const { one, other, pair } = await scene();
  const request = postOf(pair, 5n);
  const first = await other.ledger.post(request);

  const again = await one.ledger.post(request);

  expect(again).toMatchObject({ journalId: first.journalId, replayed: true });
  const reused = one.ledger.post({ ...request, legs: move(available(pair.from), available(pair.to), 6n) });
  await expect(reused).rejects.toMatchObject({ code: ErrorCode.CONFLICT, details: { reason: 'LEDGER_KEY_REUSED' } });
  await soundBooks(one);
});
