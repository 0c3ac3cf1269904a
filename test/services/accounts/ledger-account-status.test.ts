// What the ledger allows an account in each of its statuses.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { available, held, house, type Platform, pendingIn, startAccounts, world } from './accounts-world.ts';
import { balancesOf, hold, move } from './journals.ts';

let platform: Platform;

const ours = await startAccounts();
afterAll(() => ours.close());

const { PAYOUT, REFUND } = HouseAccountKind;

/** Holds some money, then tries a deposit, a hold and a dispatch after the status change. */
async function tryAfter(changes: readonly InternalAccountChange[]) {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 700n);
  const subject = randomUUID();
  await platform.ledger.post({ subject, step: 'HOLD', legs: hold(account, 200n) });
  for (const change of changes) {
    await platform.directory.changeInternalAccountStatus({ accountId: `InternalAccount:${account}`, change });
  }
  return Promise.allSettled([
    platform.fund(account, 1n),
    platform.ledger.post({ subject: randomUUID(), step: 'HOLD', legs: hold(account, 1n) }),
    platform.ledger.post({ subject, step: 'DISPATCH', legs: move(held(account), house(PAYOUT), 200n) }),
  ]);
}

test('a frozen account neither pays nor accepts new deposits', async () => {
  const tried = await tryAfter([InternalAccountChange.FROZEN]);

  const refusal = { status: 'rejected', reason: { code: ErrorCode.INVALID_INPUT, details: { accountStatus: 'FROZEN' } } };
  expect(tried).toMatchObject([refusal, refusal, refusal]);
});

test('an unfrozen account pays again', async () => {
  const tried = await tryAfter([InternalAccountChange.FROZEN, InternalAccountChange.LIFTED]);

  expect(tried.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
});

test('running payments end on a frozen account, and deposits wait', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 700n);
  const subject = randomUUID();
  await platform.ledger.post({ subject, step: 'HOLD', legs: hold(account, 200n) });
  const change = InternalAccountChange.FROZEN;
  await platform.directory.changeInternalAccountStatus({ accountId: `InternalAccount:${account}`, change });

  await platform.ledger.post({ subject, step: 'RELEASE', legs: move(held(account), house(REFUND), 200n) });
  await platform.ledger.post({ subject, step: 'REFUND_DONE', legs: move(house(REFUND), available(account), 200n) });
  await platform.ledger.post({ subject: randomUUID(), step: 'IN_SEEN', legs: move(world('ACH'), pendingIn(account), 50n) });

  expect(await balancesOf(platform, account)).toEqual({ balance: 700n, totalBalance: 750n });
});

test('an account in setup is not ready', async () => {
  platform = ours.newPlatform('production');
  const account = await platform.newAccount();

  const attempt = platform.fund(account, 1n);

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.USER_NOT_READY, details: { accountStatus: 'PENDING' } });
});
