// What a platform owes, because a reversal exceeded its balance: each credit of its accounts repays it first.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { startTwoProcesses } from './accounts-processes.ts';
import { available, held, house, type Platform, pendingIn, world } from './accounts-world.ts';
import { balancesOf, hold, type Leg, move, soundBooks } from './journals.ts';

const ours = await startTwoProcesses();
afterAll(() => ours.close());

const { REFUND, PLATFORM_RECEIVABLE } = HouseAccountKind;
const debt = house(PLATFORM_RECEIVABLE);
const post = (legs: Leg[]) => ({ subject: randomUUID(), step: 'STEP', legs });

/** A debit of the account that cannot be refused. */
const reversal = (account: string, amount: bigint) =>
  post(move(available(account), house(REFUND), amount).map((leg) => (leg.amount < 0n ? { ...leg, restFrom: debt } : leg)));

/** A platform that owes, with its account. */
async function indebted(owed: bigint) {
  const platform = ours.newPlatform();
  const account = await platform.newPlatformAccount();
  await platform.ledger.post(reversal(account, owed));
  return { platform, account };
}

/** The lines that a post is booked as: the amounts of the debt and of the rest. */
async function linesOf({ ledger }: Platform, subject: string) {
  const { journals } = await ledger.listJournals({ subject });
  const lines = journals.flatMap(({ legs }) => legs).filter(({ amount }) => amount > 0n);
  const isDebt = ({ account }: (typeof lines)[number]) =>
    account?.kind.case === 'house' && account.kind.value.kind === PLATFORM_RECEIVABLE;
  return {
    repaid: lines.filter(isDebt).map(({ amount }) => amount),
    rest: lines.filter((line) => !isDebt(line)).map(({ amount }) => amount),
  };
}

const credits: readonly [string, (account: string) => Leg[]][] = [
  ['a deposit', (account) => move(world('RTP'), available(account), 100n)],
  ['a deposit that clears', (account) => move(pendingIn(account), available(account), 100n)],
  ['a refund', (account) => move(house(REFUND), available(account), 100n)],
  ['a hold that is released', (account) => move(held(account), available(account), 100n)],
];

test.each(credits)(
  '%s repays a part of the debt, then the rest of it, and only then increases the balance',
  async (_, creditOf) => {
    const { platform, account } = await indebted(150n);
    const [seen, fresh] = [randomUUID(), randomUUID()];
    await platform.ledger.post(post(move(world('RTP'), pendingIn(account), 300n)));
    await platform.ledger.post(post(move(world('RTP'), held(account), 300n)));
    await platform.ledger.post(post(move(world('RTP'), house(REFUND), 300n)));

    const first = post(creditOf(account));
    await platform.ledger.post(first);
    const empty = await balancesOf(platform, account);
    await platform.ledger.post({ ...first, subject: seen });
    await platform.through(1).ledger.post({ ...first, subject: fresh });

    expect(empty.balance).toBe(0n);
    expect(await linesOf(platform, first.subject)).toEqual({ repaid: [100n], rest: [] });
    expect(await linesOf(platform, seen)).toEqual({ repaid: [50n], rest: [50n] });
    expect(await linesOf(platform, fresh)).toEqual({ repaid: [], rest: [100n] });
    expect((await balancesOf(platform, account)).balance).toBe(150n);
    await soundBooks(platform);
  },
);

test('the debt is of its currency; other accounts of the platform, and those of customers, do not repay it', async () => {
  const { platform } = await indebted(150n);
  const [euros, customers] = [await platform.newPlatformAccount('EUR'), await platform.newAccount()];

  await platform.fund(euros, 100n, 'EUR');
  await platform.fund(customers, 100n);

  expect((await balancesOf(platform, euros)).balance).toBe(100n);
  expect((await balancesOf(platform, customers)).balance).toBe(100n);
});

test('a repeated credit repays once; a refused one repays nothing', async () => {
  const { platform, account } = await indebted(150n);
  const credit = post(move(world('RTP'), available(account), 60n));
  const accountId = `InternalAccount:${account}`;

  const first = await platform.ledger.post(credit);
  const again = await platform.through(1).ledger.post(credit);
  await platform.directory.changeInternalAccountStatus({ accountId, change: InternalAccountChange.FROZEN });
  const refused = platform.fund(account, 60n);

  await expect(refused).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT, details: { accountStatus: 'FROZEN' } });
  expect(again).toMatchObject({ journalId: first.journalId, replayed: true });
  await platform.directory.changeInternalAccountStatus({ accountId, change: InternalAccountChange.LIFTED });
  await platform.fund(account, 100n);
  expect((await balancesOf(platform, account)).balance).toBe(10n);
});

test('each journal of a batch finds the debt that those before it leave', async () => {
  const { platform, account } = await indebted(150n);
  const credit = () => post(move(world('RTP'), available(account), 100n));

  const { verdicts } = await platform.ledger.postMany({
    journals: [credit(), post(hold(account, 1n)), credit(), post(hold(account, 50n)), reversal(account, 10n), credit()],
  });

  expect(verdicts.map(({ verdict }) => verdict.case)).toEqual(['booked', 'refused', 'booked', 'booked', 'booked', 'booked']);
  expect(await balancesOf(platform, account)).toEqual({ balance: 90n, totalBalance: 140n });
  await soundBooks(platform);
});

describe('two processes, concurrently', () => {
  test('credit its account that only one of them has seen, and repay the debt once', async () => {
    const { platform, account } = await indebted(1_000n);

    await Promise.all(Array.from({ length: 40 }, (_, at) => platform.through(at % 2).fund(account, 30n)));

    expect((await balancesOf(platform, account)).balance).toBe(200n);
  });

  test('credit an account that none of them has seen', async () => {
    const platform = ours.newPlatform();
    const account = await platform.newPlatformAccount();

    await Promise.all(Array.from({ length: 40 }, (_, at) => platform.through(at % 2).fund(account, 30n)));

    expect((await balancesOf(platform, account)).balance).toBe(1_200n);
    await soundBooks(platform);
  });

  test('credit it while it is debited by reversals: it is empty as long as something is owed', async () => {
    const { platform, account } = await indebted(500n);

    await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const { ledger } = platform.through(at % 2);
        await ledger.post(at % 3 === 0 ? reversal(account, 70n) : post(move(world('RTP'), available(account), 40n)));
      }),
    );
    const { balance = 0n } = await balancesOf(platform, account);
    await platform.fund(account, 301n);

    expect(balance).toBe(0n);
    expect((await balancesOf(platform, account)).balance).toBe(1n);
    await soundBooks(platform);
  });
});
