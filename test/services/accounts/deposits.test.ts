// Deposits into an internal account: first pending, then final or failed.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { available, type Platform, pendingIn, startAccounts, world } from './accounts-world.ts';
import { balancesOf, move } from './journals.ts';

const ours = await startAccounts();
afterAll(() => ours.close());

const { FROZEN, LIFTED, CLOSED } = InternalAccountChange;

interface Deposit {
  readonly platform: Platform;
  readonly account: string;
  seen(): Promise<unknown>;
  final(): Promise<unknown>;
  undone(): Promise<unknown>;
  change(change: InternalAccountChange): Promise<unknown>;
}

/** Of 50 to an account with 700. */
async function newDeposit(): Promise<Deposit> {
  const platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 700n);
  const subject = randomUUID();
  const outside = world('ACH');
  const accountId = `InternalAccount:${account}`;
  return {
    platform,
    account,
    seen: () => platform.ledger.post({ subject, step: 'IN_SEEN', legs: move(outside, pendingIn(account), 50n) }),
    final: () => platform.ledger.post({ subject, step: 'IN', legs: move(pendingIn(account), available(account), 50n) }),
    undone: () => platform.ledger.post({ subject, step: 'IN_UNDONE', legs: move(pendingIn(account), outside, 50n) }),
    change: (change) => platform.directory.changeInternalAccountStatus({ accountId, change }),
  };
}

describe('a deposit', () => {
  test('counts in the total when pending and in the available balance when final, and the platform gets events of both', async () => {
    const { platform, account, seen, final } = await newDeposit();

    await seen();
    const before = await balancesOf(platform, account);
    await final();
    const after = await balancesOf(platform, account);

    expect([before, after]).toEqual([
      { balance: 700n, totalBalance: 750n },
      { balance: 750n, totalBalance: 750n },
    ]);
    expect(await eventsOf(account)).toEqual([
      [700, 700],
      [700, 750],
      [750, 750],
    ]);
  });

  test('counts once, however often its steps are repeated', async () => {
    const { platform, account, seen, final } = await newDeposit();

    await Promise.all(Array.from({ length: 10 }, seen));
    await Promise.all(Array.from({ length: 10 }, final));

    expect(await balancesOf(platform, account)).toEqual({ balance: 750n, totalBalance: 750n });
    expect(await eventsOf(account)).toHaveLength(3);
  });

  test('that fails leaves nothing behind', async () => {
    const { platform, account, seen, undone } = await newDeposit();

    await seen();
    await undone();

    expect(await balancesOf(platform, account)).toEqual({ balance: 700n, totalBalance: 700n });
    expect(await eventsOf(account)).toEqual([
      [700, 700],
      [700, 750],
      [700, 700],
    ]);
  });

  test('that was never pending cannot be final', async () => {
    const { final } = await newDeposit();

    await expect(final()).rejects.toMatchObject({ code: expect.any(Number) });
  });

  test('waits on a frozen account until it is unfrozen', async () => {
    const { platform, account, seen, final, change } = await newDeposit();
    await change(FROZEN);

    await seen();
    const [early] = await Promise.allSettled([final()]);
    const frozen = await balancesOf(platform, account);
    await change(LIFTED);
    await final();

    expect(early).toMatchObject({ reason: { code: ErrorCode.INVALID_INPUT, details: { accountStatus: 'FROZEN' } } });
    expect(frozen).toEqual({ balance: 700n, totalBalance: 750n });
    expect(await balancesOf(platform, account)).toEqual({ balance: 750n, totalBalance: 750n });
  });

  test('does not reach a closed account', async () => {
    const { platform, account, seen, change } = await newDeposit();
    await change(CLOSED);

    await expect(seen()).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT, details: { accountStatus: 'CLOSED' } });
    expect(await balancesOf(platform, account)).toEqual({ balance: 700n, totalBalance: 700n });
  });
});

/** Available and total balance, from the events of each change. */
async function eventsOf(account: string): Promise<unknown[]> {
  await ours.settle();
  return ours.events
    .filter(({ resource, type }) => resource === `InternalAccount:${account}` && type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED')
    .map(({ body: { data } }) => [Object(data.balance).amount, Object(data.totalBalance).amount]);
}
